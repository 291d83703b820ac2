"""A page as a tree, read strictly: what is opened is closed, in its order."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Element:
    """One element, its words and what is in it."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.parts: list[Element | str] = []

    def all(self, *names: str) -> "Iterator[Element]":
        """Every element below it with one of these names, in the order of the text; all of them without names."""
        for part in self.parts:
            if isinstance(part, Element):
                if not names or part.name in names:
                    yield part
                yield from part.all(*names)

    def one(self, name: str) -> "Element":
        """The only one."""
        (found,) = self.all(name)
        return found

    @property
    def text(self) -> str:
        """All words in it, as a browser would put them."""
        words = (part if isinstance(part, str) else part.text for part in self.parts)
        return " ".join("".join(words).split())

    def get(self, name: str) -> str:
        """An attribute; "" where it has none."""
        return self.attributes.get(name, "")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        twice = {name for name, _ in attrs if [other for other, _ in attrs].count(name) > 1}
        assert not twice, f"<{tag}> has {twice} twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].parts.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"expected </{self.open[-1].name}>, found </{tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def read(page: str) -> Element:
    """The whole of it."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert [element.name for element in reader.open] == ["document"]
    return reader.open[0]

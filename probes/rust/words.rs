//! The key=value words the probe is started with, which remember whether somebody asked for them.
// SPDX-License-Identifier: Apache-2.0

/// The probe understood, but cannot do what was asked.
#[derive(Debug)]
pub struct Refused(pub String);

struct Word {
    name: String,
    value: String,
    used: bool,
}

pub struct Words(Vec<Word>);

impl Words {
    pub fn new(arguments: impl Iterator<Item = String>) -> Result<Words, Refused> {
        let split = |argument: String| match argument.split_once('=') {
            Some((name, value)) => Ok(Word { name: name.into(), value: value.into(), used: false }),
            None => Err(Refused(format!("expected key=value words, found {argument}"))),
        };
        arguments.map(split).collect::<Result<_, _>>().map(Words)
    }

    pub fn text(&mut self, name: &str) -> Option<String> {
        let word = self.0.iter_mut().find(|word| word.name == name)?;
        word.used = true;
        Some(word.value.clone())
    }

    /// A whole number that is not below `least`.
    pub fn integer(&mut self, name: &str, otherwise: i64, least: i64) -> Result<i64, Refused> {
        let Some(text) = self.text(name) else { return Ok(otherwise) };
        match text.parse() {
            Ok(value) if value >= least => Ok(value),
            Ok(value) => Err(Refused(format!("{name}: expected {least} or more, found {value}"))),
            Err(_) => Err(Refused(format!("{name}: expected a whole number, found {text}"))),
        }
    }

    /// One of the choices; the first of them where the word is missing.
    pub fn one_of(&mut self, name: &str, choices: &[&'static str]) -> Result<&'static str, Refused> {
        let Some(text) = self.text(name) else { return Ok(choices[0]) };
        let known = choices.iter().find(|choice| **choice == text);
        known.copied().ok_or_else(|| Refused(format!("{name}: this probe does not know {text}")))
    }

    pub fn yes(&mut self, name: &str) -> Result<bool, Refused> {
        Ok(self.one_of(name, &["0", "1"])? == "1")
    }

    pub fn refuse_unused(&self) -> Result<(), Refused> {
        match self.0.iter().find(|word| !word.used) {
            Some(word) => Err(Refused(format!("unknown word {}", word.name))),
            None => Ok(()),
        }
    }
}

#!/usr/bin/env bash
# Tries a stranger's first hour: a bare Debian (git, make, python3, nothing else) in a chroot, a git clone, the two
# commands of the README; as root, as an ordinary user, and without a network. Prints each command's status and time.
#
#     sudo scripts/try-in-chroot.sh [root] [user] [offline]        (default: root user)
#
# Needs root and debootstrap. Mirror, proxy, certificates and pip settings are this machine's own, copied into the chroot
# only. ASSAY_CHROOT names the folder (default /var/tmp/assay-chroot, about 1 GB each), ASSAY_COMMANDS what is run,
# with a semicolon between commands.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
place=${ASSAY_CHROOT:-/var/tmp/assay-chroot}
commands=${ASSAY_COMMANDS:-make tour; make test}
suite=bookworm

fail() { echo "try-in-chroot: $*" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || fail "expected root (chroot and mount need it)"
command -v debootstrap >/dev/null || fail "expected debootstrap; apt-get install debootstrap"

# The Debian mirror this machine's apt uses.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
    awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')
[ -n "$mirror" ] || fail "expected a $suite mirror in this machine's apt sources"

# Security updates, where a plain Debian has them too; newer compilers come that way.
security=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
    awk -v suite="$suite-security" '$2 == suite && $3 == "main" { print $1; exit }')

base=$place-base
if [ ! -e "$base/.complete" ]; then
    rm -rf "$base"
    debootstrap --variant=minbase --include=git,make,python3,ca-certificates "$suite" "$base" "$mirror" >"$place.log" ||
        fail "debootstrap failed, see $place.log"
    touch "$base/.complete"
fi

copy_settings() { # into the chroot $1, from this machine
    cp --parents /etc/ssl/certs/ca-certificates.crt "$1"
    cp /etc/resolv.conf /etc/hosts "$1/etc/"
    echo "deb $mirror $suite main" >"$1/etc/apt/sources.list"
    [ -z "$security" ] || echo "deb $security $suite-security main" >>"$1/etc/apt/sources.list"
    { grep -hE '^ *Acquire::(http|https|Check)[^;]*;' /etc/apt/apt.conf.d/* 2>/dev/null || true; } \
        >"$1/etc/apt/apt.conf.d/90host"
    printf '[safe]\n\tdirectory = *\n' >"$1/etc/gitconfig" # the repository belongs to somebody else in there
    [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$1/etc/pip.conf"
}

# Environment a stranger has, plus this machine's network settings; no other toolchains.
network=$(env | grep -E '^(PIP_(INDEX_URL|EXTRA_INDEX_URL|CERT|PROXY|TRUSTED_HOST)|SSL_CERT_FILE|[a-z]*_proxy|[A-Z]*_PROXY)=' || true)

try() { # kind
    local kind=$1 root=$place-$1 home=/home/stranger unshared=(--mount) identity=()
    echo "== $kind"
    rm -rf --one-file-system "$root" || fail "$root: cannot be made anew; is something of an earlier try still running?"
    cp -a "$base" "$root"
    copy_settings "$root"
    chroot "$root" useradd --create-home --uid 4242 stranger
    if [ "$kind" = root ]; then home=/root; else identity=(setpriv --reuid 4242 --regid 4242 --clear-groups); fi
    if [ "$kind" = offline ]; then unshared+=(--net); fi
    mkdir -p "$root/source"
    unshare "${unshared[@]}" bash -euc '
        root=$1 source=$2 commands=$3 home=$4 network=$5
        shift 5
        mount --make-rprivate /
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmpfs "$root/dev/shm"
        mount --bind "$source" "$root/source"
        mapfile -t settings <<<"$network"
        exec env -i "${settings[@]:-A=}" HOME="$home" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            LANG=C.UTF-8 TERM=dumb chroot "$root" "$@" bash -c "$INSIDE" inside "$commands"
    ' unshared "$root" "$source" "$commands" "$home" "$network" "${identity[@]}"
}

export INSIDE='
    cd "$HOME"
    git clone --quiet /source assay && cd assay || exit 1
    status=0
    while IFS= read -r words; do
        [ -n "$words" ] || continue
        echo "\$ $words"
        start=$(date +%s)
        bash -c "$words"
        ended=$?
        echo "-- $words: status $ended after $(($(date +%s) - start)) s"
        [ "$ended" -eq 0 ] || status=1
    done < <(printf "%s\n" "$1" | tr ";" "\n" | sed "s/^ *//")
    exit "$status"
'

worst=0
for kind in "${@:-root user}"; do
    for one in $kind; do try "$one" || worst=1; done
done
exit "$worst"

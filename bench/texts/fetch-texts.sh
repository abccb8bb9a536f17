#!/bin/sh
# Fetches packages of Debian that are mostly text (dictionaries, manuals, books) and unpacks them, without installing any:
# fetch-texts.sh DIRECTORY. Packages that are there already are not fetched again; without apt nothing is fetched.
set -u
directory=$1
packages="dict-gcide dict-foldoc dict-jargon dict-freedict-deu-eng wordnet-base bible-kjv-text perl-doc doc-debian fortunes
  manpages-dev manpages-de manpages-es manpages-fr manpages-ja manpages-pl manpages-ru"
mkdir -p "$directory"
command -v apt-get >/dev/null || { echo 'no apt-get here: texts come from this system and CASES alone'; exit 0; }
cd "$directory" || exit 1
for package in $packages; do
  [ -d "$package" ] && continue
  if apt-get download -qq "$package" 2>/dev/null && dpkg-deb -x "$package"_*.deb "$package"; then echo "fetched $package"
  else rm -rf "$package"; echo "not fetched: $package"; fi
  rm -f "$package"_*.deb
done

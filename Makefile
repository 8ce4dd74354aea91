# libaha: `make demo` to hear it, `make check` to trust it. The work is done in scripts/.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 600

.PHONY: all quick demo check check-deep install uninstall docs wheel dist tarball deb bench quality
.PHONY: fuzz soak clean help

all:
	scripts/build library command module

quick:
	@scripts/quick

help:
	@scripts/help

demo:
	@scripts/demo

check:
	@scripts/check

check-deep:
	@scripts/check --deep

install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export INCLUDEDIR := $(INCLUDEDIR)
install uninstall: export BINDIR := $(BINDIR)
install uninstall: export MANDIR := $(MANDIR)
install uninstall: export DOCDIR := $(DOCDIR)
install uninstall: export FISHDIR := $(FISHDIR)
install uninstall: export COMMAND := $(COMMAND)
install: export STRIP := $(STRIP)

install:
	scripts/install

uninstall:
	scripts/install --uninstall

docs:
	scripts/docs

wheel:
	scripts/wheel

dist:
	scripts/dist

tarball: export STRIP := $(STRIP)
tarball:
	scripts/tarball

deb: dist
	scripts/deb

bench:
	scripts/bench

quality:
	scripts/quality

fuzz: export FUZZ_SECONDS := $(FUZZ_SECONDS)
fuzz:
	scripts/stage
	Tests/fuzz/run --search
	Tests/fuzz/run --search calls

# Tests too slow for check: recorders killed 50 times and the device server 60 times, a take past 4
# GiB, ten minutes of eight players, ten minutes of random calls.
soak: export SOAK_SECONDS := $(SOAK_SECONDS)
soak:
	scripts/soak

# The generated files stay: a tarball has them.
clean:
	rm -rf .build demo.wav
	[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name generated -exec rm -rf {} +

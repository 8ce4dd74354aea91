#!/usr/bin/env python3
"""Writes bundles of LV2 plug-ins, good and broken, to a folder: plugins.py FOLDER."""
import pathlib
import subprocess
import sys

HEAD = """@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix midi: <http://lv2plug.in/ns/ext/midi#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
@prefix units: <http://lv2plug.in/ns/extensions/units#> .
@prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .
@prefix work: <http://lv2plug.in/ns/ext/worker#> .
@prefix t: <urn:aha-test:> .
"""
LEVEL = "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 4"
CHOICE = """lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 2 ;
  lv2:portProperty lv2:integer , lv2:enumeration ;
  lv2:scalePoint [ rdfs:label "soft" ; rdf:value 0 ] , [ rdfs:label "hard" ; rdf:value 1 ] ,
    [ rdfs:label "none" ; rdf:value 2 ]"""
CUTOFF = """lv2:default 1000 ; lv2:minimum 20 ; lv2:maximum 20000 ; units:unit units:hz ;
  lv2:portProperty pprops:logarithmic"""
SWITCH = "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 1 ; lv2:portProperty lv2:toggled"
STEREO = [("AudioPort", "Input"), ("AudioPort", "Input"), ("AudioPort", "Output"),
          ("AudioPort", "Output")]


def port(number, kind, way, symbol, more=""):
    more = f" ; {more}" if more else ""
    return (f'[ a lv2:{way}Port , {kind if ":" in kind else "lv2:" + kind} ; '
            f'lv2:index {number} ; lv2:symbol "{symbol}" ; lv2:name "The {symbol}"{more} ]')


def plugin(name, ports, more="", kind="Plugin", binary="plugins.so"):
    text = " ,\n  ".join(ports)
    return (f't:{name} a lv2:{kind} , lv2:Plugin ; lv2:binary <{binary}> ; '
            f'doap:name "Test {name}" ; doap:license <urn:none> ; {more} lv2:port\n  {text} .\n')


def stereo(extra=(), level=LEVEL):
    ports = [port(n, k, w, f"{w.lower()}_{n}") for n, (k, w) in enumerate(STEREO)]
    ports.append(port(4, "ControlPort", "Input", "level", level))
    return ports + list(extra)


def good():
    choices = [port(5, "ControlPort", "Input", "shape", CHOICE),
               port(6, "ControlPort", "Input", "cutoff", CUTOFF),
               port(7, "ControlPort", "Input", "active", SWITCH),
               port(8, "ControlPort", "Input", "enabled",
                    "lv2:designation lv2:enabled ; " + SWITCH)]
    mono = [port(0, "AudioPort", "Input", "in"), port(2, "AudioPort", "Output", "out"),
            port(1, "CVPort", "Input", "voltage", "lv2:portProperty lv2:connectionOptional"),
            port(3, "CVPort", "Output", "unused", "lv2:portProperty lv2:connectionOptional"),
            port(4, "ControlPort", "Input", "idle", LEVEL),
            port(5, "ControlPort", "Output", "late",
                 "lv2:designation lv2:latency ; lv2:portProperty lv2:reportsLatency")]
    working = "lv2:requiredFeature work:schedule ; lv2:extensionData work:interface , " \
        "state:interface ;"
    midi = port(5, "atom:AtomPort", "Input", "notes",
                "atom:bufferType atom:Sequence ; atom:supports midi:MidiEvent")
    return (plugin("gain", stereo(choices)) + plugin("delay", mono)
            + plugin("midi", stereo([midi]))
            + plugin("worker", stereo(), working)
            + 't:triple a pset:Preset ; lv2:appliesTo t:worker ; rdfs:label "Triple" ; '
            'state:state [ t:factor 3 ] ; lv2:port [ lv2:symbol "level" ; pset:value 0.5 ] .\n')


def refused():
    voltage = port(5, "CVPort", "Input", "voltage")
    many = [port(n, "AudioPort", "Input", f"in_{n}") for n in range(4)]
    return (plugin("voltage", stereo([voltage]))
            + plugin("feature", stereo(), "lv2:requiredFeature t:wish ;")
            + plugin("instrument", stereo(), kind="InstrumentPlugin")
            + plugin("many", many + [port(4, "AudioPort", "Output", "out")])
            + plugin("source", [port(0, "AudioPort", "Output", "out")])
            + plugin("absent", stereo(), binary="absent.so")
            + plugin("text", stereo(), binary="text.so") + plugin("refusing", stereo()))


def bundle(folder, name, text):
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    words = HEAD + "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n" + text
    (place / "manifest.ttl").write_text(words)
    return place


def main(folder):
    place = bundle(folder, "test.lv2", good() + refused())
    source = pathlib.Path(__file__).with_suffix(".c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-o", place / "plugins.so", source],
                   check=True)
    (place / "text.so").write_text("not a library")
    bundle(folder, "broken.lv2", "t:broken a lv2:Plugin ; lv2:port [ ")
    (bundle(folder, "empty.lv2", "") / "manifest.ttl").write_bytes(b"\0\xff\xfe" * 100)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))

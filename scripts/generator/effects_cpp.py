"""bindings/cpp/aha/effects.hpp: a class for each effect kind."""

from __future__ import annotations

from effects import SOURCE, Row, about_in_words, camel, identifier, wrapped

SPACEWAVE_CPP = """
  /// For 3 seconds the cutoff jumps to a random place 5 times a second, then goes back.
  void start_spacewave() { check(aha_effect_start_spacewave(get())); }
"""

LIMITER_CPP = """\
inline Limiter Engine::limiter() const {
  aha_effect *limiter = nullptr;
  check(aha_engine_get_limiter(get(), &limiter));
  return Limiter(limiter);
}
"""


def cpp_type(parameter: Row) -> str:
    names = {"choice": camel(parameter["parameter"]), "toggle": "bool", "flags": "std::uint32_t"}
    return names.get(parameter["unit"], "float")


def cpp_default(parameter: Row) -> str:
    default = parameter["default"]
    if parameter["unit"] == "choice":
        word = identifier(parameter["choices"][int(default)], parameter)
        return f"{cpp_type(parameter)}::{word}"
    return {"bool": str(bool(default)).lower(), "float": f"{default!r}f"}.get(
        cpp_type(parameter), str(int(default)))


def cpp_parameter(kind: Row, parameter: Row) -> str:
    name, of = parameter["parameter"], cpp_type(parameter)
    number = f"AHA_{kind['effect']}_{name}".upper()
    given, read = {"float": ("to", f"value({number})"),
                   "bool": ("to ? 1.0f : 0.0f", f"value({number}) != 0")}.get(
        of, ("static_cast<float>(to)", f"static_cast<{of}>(static_cast<std::uint32_t>("
             f"value({number})))"))
    return (f"  /// {about_in_words(parameter)}\n"
            f"  {camel(kind['effect'])} &set_{name}(\n"
            f"      {of} to, const aha_ramp &ramp = aha_ramp_init()) {{\n"
            f"    set_value({number}, {given}, ramp);\n    return *this;\n  }}\n"
            f"  [[nodiscard]] {of} {name}() const {{\n    return {read};\n  }}\n")


def cpp_values(kind: Row) -> str:
    """A structure of all parameters, and the constructor that takes one."""
    name, parameters = camel(kind["effect"]), kind["parameters"]
    fields = [f"    {cpp_type(one)} {one['parameter']} = {cpp_default(one)};" for one in parameters]
    sets = [f"    set_{one['parameter']}(values.{one['parameter']});" for one in parameters]
    taking = f"  {name}(const Engine &engine, const Values &values) : {name}(engine) {{"
    return "\n".join(["", "  /// Each parameter, with its default.", "  struct Values {", *fields,
                      "  };", "", taking, *sets, "  }\n"])


def cpp_enum(parameter: Row) -> str:
    words = [identifier(choice, parameter) for choice in parameter["choices"]]
    return wrapped(f"enum class {camel(parameter['parameter'])} : std::uint32_t "
                   + "{ " + ", ".join(words) + " };", "  ", "  ") + "\n"


def cpp_class(kind: Row) -> str:
    name, effect = camel(kind["effect"]), kind["effect"].upper()
    parameters = kind["parameters"]
    lines = [f"/// {kind['summary']}", f"class {name} : public Effect {{", "public:"]
    enums = [cpp_enum(one) for one in parameters if one["choices"]]
    lines += ["\n".join(enums)] if enums else []
    lines += [f"  explicit {name}(aha_effect *owned) noexcept : Effect(owned) {{}}",
              f"  explicit {name}(const Engine &engine) : Effect(engine, AHA_EFFECT_{effect}) {{}}",
              cpp_values(kind),
              "\n".join(cpp_parameter(kind, one) for one in parameters).rstrip("\n")]
    lines += [SPACEWAVE_CPP.rstrip("\n")] if kind["effect"] == "filter" else []
    return "\n".join([*lines, "};\n"])


def header(kinds: list[Row]) -> str:
    head = f"""\
// aha/effects.hpp: a class for each effect kind. Made by scripts/generate from
// {SOURCE}; do not edit.
#include "../aha.hpp"

#ifndef AHA_EFFECTS_HPP
#define AHA_EFFECTS_HPP

namespace aha {{
"""
    return "\n".join([head, *(cpp_class(kind) for kind in kinds), LIMITER_CPP,
                      "} // namespace aha\n", "#endif // AHA_EFFECTS_HPP\n"])

"""bindings/cpp/aha/options.hpp: for each input structure of C, a type with a function for each
field."""

from __future__ import annotations

from cdef import declared
from cpp import header, spaced
from cpp_method import base_of, names, standard
from headers import Enum, Field, Model, Struct, camel
from output import wrapped

BASE = """\
/// A structure of C, and the texts and lists that it points at. A copy shares them. A handle in it
/// must live as long as the call that gets the structure.
template <class Structure> class Options : public Structure {
protected:
  explicit Options(const Structure &defaults) : Structure(defaults) {}

  const char *kept(std::string copied) {
    texts_.push_back(std::make_shared<const std::string>(std::move(copied)));
    return texts_.back()->c_str();
  }

  const char *const *kept(const std::vector<std::string> &copied) {
    std::vector<const char *> made;
    for (const std::string &each : copied) made.push_back(kept(each));
    lists_.push_back(std::make_shared<const std::vector<const char *>>(std::move(made)));
    return lists_.back()->data();
  }

private:
  std::vector<std::shared_ptr<const std::string>> texts_;
  std::vector<std::shared_ptr<const std::vector<const char *>>> lists_;
};
"""


def is_class(model: Model, c_type: str) -> bool:
    return any(one.name == c_type and "FLAGS" not in one.notes for one in model.enums)


def enum_class(enum: Enum) -> str:
    lines = [wrapped(enum.comment.text, "/// "),
             f"enum class {camel(enum.name)} : std::uint32_t {{"]
    for name, _, comment in enum.members:
        lines += [wrapped(comment.text, "  /// ", "/// ")] if comment.text else []
        lines.append(f"  {names(enum)[name]} = {name},")
    return "\n".join([*lines, "};\n"])


def setter(model: Model, struct: Struct, field: Field) -> list[str]:
    name, kind, value = field.name, declared(standard(field.type), "value"), "value"
    handle, counted = model.handles.get(field.type[:-2]), list[str]()
    if field.type == "const char *":
        kind, value = "const std::string &value", "this->kept(value)"
    elif field.type == "const char *const *":
        kind, value = "const std::vector<std::string> &value", "this->kept(value)"
        counted = [f"  this->{struct.name}::{field.notes['LIST']} = "
                   "static_cast<std::uint32_t>(value.size());"]
    elif is_class(model, field.type):
        kind, value = f"{camel(field.type)} value", f"static_cast<{field.type}>(value)"
    elif handle:
        kind, value = f"const {base_of(handle)} &value", "value.get()"
    elif "FLAG" in field.notes:
        kind, value = "bool value = true", "value ? 1 : 0"
    about = [f"/// {field.comment.text}"] if field.comment.text else []
    return [*about, f"{camel(struct.name)} &{name}({kind}) {{",
            f"  this->{struct.name}::{name} = {value};", *counted, "  return *this;", "}"]


def options(model: Model, struct: Struct) -> str:
    name = camel(struct.name)
    given = "nullptr" if model.inits[struct.name] != "void" else ""
    counts = [one.notes["LIST"] for one in struct.fields if "LIST" in one.notes]
    fields = [one for one in struct.fields
              if one.name not in ("struct_size", "reserved", *counts)]
    return "\n".join([
        wrapped(struct.comment.text, "/// "),
        f"class {name} : public Options<{struct.name}> {{", "public:",
        f"  {name}() : Options({struct.name}_init({given})) {{}}", "",
        *spaced([setter(model, struct, one) for one in fields], "  "), "};\n"])


def files(model: Model) -> dict[str, str]:
    structs = [one for name, one in model.structs.items()
               if name.endswith("_options") or "OPTIONS" in one.notes]
    types = {field.type for one in structs for field in one.fields}
    enums = [enum_class(one) for one in model.enums
             if one.name in types and is_class(model, one.name)]
    return {"bindings/cpp/aha/options.hpp": header(
        "options", [BASE, *enums, *(options(model, one) for one in structs)])}

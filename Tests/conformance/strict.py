"""Checks raw JSON against the protocol's types, more strictly than lsprotocol's own converter does.

lsprotocol takes unknown members, turns "1" into 1, and lets null stand for what is merely optional. Here an object has
the members that its type has and no other, null stands only where the protocol names it, integers are integers in their
range, and enumerations that are closed are closed.
"""

import collections.abc
import enum
import types as python_types
import typing

import attrs
import lsprotocol.types as lsp
from lsprotocol import converters, validators

# Resolves the forward references in all types.
converters.get_converter()

INTEGERS = range(validators.INTEGER_MIN_VALUE, validators.INTEGER_MAX_VALUE + 1)
UNSIGNED_INTEGERS = range(0, validators.UINTEGER_MAX_VALUE + 1)


class Violation(AssertionError):
    """What is wrong, and where in the message."""


def json_name(attribute_name):
    head, *rest = attribute_name.removesuffix("_").split("_")
    return head + "".join(part.title() for part in rest)


def may_be_null(cls, attribute):
    """Whether the protocol lists null among the member's types (`X | null`, not `x?: X`)."""
    return attribute.default is attrs.NOTHING or lsp.is_special_property(cls, attribute.name)


def check_object(value, cls, path):
    if type(value) is not dict:
        raise Violation(f"{path}: {value!r:.80} is no {cls.__name__}")
    members = {json_name(attribute.name): attribute for attribute in attrs.fields(cls)}
    for name in value:
        if name not in members:
            raise Violation(f"{path}: {cls.__name__} has no member {name!r}")
    for name, attribute in members.items():
        is_literal = isinstance(attribute.validator, attrs.validators.in_(["x"]).__class__)
        if name not in value:
            is_literal = is_literal or typing.get_origin(attribute.type) is typing.Literal
            if attribute.default is attrs.NOTHING or is_literal or name == "jsonrpc":
                raise Violation(f"{path}: {cls.__name__} lacks {name!r}")
            continue
        member = value[name]
        if member is None:
            if not (allows_null(attribute.type) and may_be_null(cls, attribute)) and attribute.type is not typing.Any:
                raise Violation(f"{path}.{name}: null is not among the types of {cls.__name__}.{name}")
            continue
        if is_literal and member not in attribute.validator.options:
            raise Violation(f"{path}.{name}: {member!r:.80} is not one of {attribute.validator.options}")
        check(member, attribute.type, f"{path}.{name}", integers_of(attribute.validator))


def integers_of(validator):
    if isinstance(validator, attrs.validators.optional(validators.integer_validator).__class__):
        validator = validator.validator
    return UNSIGNED_INTEGERS if validator is validators.uinteger_validator else INTEGERS


def allows_null(hint):
    return hint in (None, type(None), typing.Any, object) or type(None) in typing.get_args(hint)


def check(value, hint, path, integers=INTEGERS):
    """Raises Violation where `value` is none of `hint`'s."""
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if hint in (typing.Any, object):
        return
    if hint in (None, type(None)):
        if value is not None:
            raise Violation(f"{path}: {value!r:.80} is not null")
    elif isinstance(hint, typing.ForwardRef):
        check(value, lsp.ALL_TYPES_MAP[hint.__forward_arg__], path, integers)
    elif isinstance(hint, str):
        check(value, lsp.ALL_TYPES_MAP[hint], path, integers)
    elif origin in (typing.Union, python_types.UnionType):
        check_union(value, arguments, path, integers)
    elif origin is typing.Literal:
        if value not in arguments:
            raise Violation(f"{path}: {value!r:.80} is not one of {arguments}")
    elif origin is tuple:
        if type(value) is not list or len(value) != len(arguments):
            raise Violation(f"{path}: {value!r:.80} is no list of {len(arguments)}")
        for index, (item, argument) in enumerate(zip(value, arguments)):
            check(item, argument, f"{path}[{index}]", integers)
    elif origin is collections.abc.Sequence:
        if type(value) is not list:
            raise Violation(f"{path}: {value!r:.80} is no list")
        for index, item in enumerate(value):
            check(item, arguments[0], f"{path}[{index}]", integers)
    elif origin is collections.abc.Mapping:
        if type(value) is not dict:
            raise Violation(f"{path}: {value!r:.80} is no object")
        for key, item in value.items():
            check(item, arguments[1], f"{path}[{key!r}]", integers)
    elif attrs.has(hint):
        check_object(value, hint, path)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        if value not in [case.value for case in hint] or type(value) not in (str, int):
            raise Violation(f"{path}: {value!r:.80} is no {hint.__name__}")
    elif hint is int:
        if type(value) is not int or value not in integers:
            raise Violation(f"{path}: {value!r:.80} is no integer in {integers}")
    elif hint is float:
        if type(value) not in (int, float):
            raise Violation(f"{path}: {value!r:.80} is no number")
    elif hint in (str, bool):
        if type(value) is not hint:
            raise Violation(f"{path}: {value!r:.80} is no {hint.__name__}")
    else:
        raise NotImplementedError(f"{path}: a type that the checker does not know: {hint}")


def check_union(value, hints, path, integers):
    problems = []
    for hint in hints:
        try:
            return check(value, hint, path, integers)
        except Violation as violation:
            problems.append(str(violation))
    # The deepest complaint is of the type that was meant.
    raise Violation(max(problems, key=lambda problem: problem.split(":")[0].count(".") * 1000 + len(problem)))

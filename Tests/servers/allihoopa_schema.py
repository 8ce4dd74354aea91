"""The schema of the Allihoopa protocol, as its public clients use it."""

from __future__ import annotations

import logging
from typing import Any, Callable

from graphql import build_ast_schema, execute, parse, validate
from graphql.error import GraphQLError
from graphql.type.scalars import GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLString
from graphql.validation.rules import VariablesInAllowedPosition, specified_rules

# Some type names are unknown: clients never name them, or only in variables, which may have any
# known type here.
_SCHEMA = """
schema { query: Query mutation: Mutation }

type Query {
  me: User
  app(identifier: String!): App
  piece(uuid: String!): Piece
}
type User { username: String! profileUrl: String }
type App { name: String! }
type Piece {
  uuid: String! shortId: String! title: String! description: String createdAt: String! url: String!
  author: User! isListed: Boolean
  coverImage(position: Int, withFallback: Boolean): Asset
  lengthUs: Int! tempo: Float loop: Loop timeSignature: TimeSignature tonality: Tonality
  mixStem(fileType: AudioFormat): Asset
  previewAudio(fileType: AudioFormat): Asset
  attachment(mimeType: String!): Asset
}
type Asset { url: String }
type Loop { startUs: Int! endUs: Int! }
type TimeSignature { numerator: Int! denominator: Int! }
type Tonality { mode: TonalityMode! scale: [Boolean!] root: Int }

type Mutation {
  uploadUrlForFormat(assetFormat: SongAssetFormat!, assetType: SongAssetType!): UploadUrl
  uploadUrlForAttachment(mimeType: String!): UploadUrl
  dropPiece(piece: PieceInput!): DropPiece
}
type UploadUrl { url: String! }
type DropPiece { piece: Piece }

enum AudioFormat { wav ogg m4a }
enum SongAssetFormat { ogg wav png }
enum SongAssetType { cover_image preview_audio mix_stem }
enum TonalityMode { UNKNOWN ATONAL TONAL }

input PieceInput {
  presentation: PresentationInput!
  stems: StemsInput!
  attribution: AttributionInput
  musicalMetadata: MusicalMetadataInput!
  attachment: AttachmentInput
}
input PresentationInput {
  title: String! description: String isListed: Boolean preview: AudioInput coverImage: CoverInput
}
input AudioInput { wav: String ogg: String }
input CoverInput { png: String }
input StemsInput { mixStem: AudioInput! }
input AttributionInput { basedOnPieces: [String!]! }
input MusicalMetadataInput {
  lengthUs: Int! tempo: TempoInput timeSignature: TimeSignatureInput loop: LoopInput
  tonality: TonalityInput
}
input TempoInput { fixed: Float! }
input TimeSignatureInput { fixed: FixedTimeSignatureInput! }
input FixedTimeSignatureInput { upper: Int! lower: Int! }
input LoopInput { startUs: Int! endUs: Int! }
input TonalityInput { mode: TonalityMode! data: TonalityDataInput }
input TonalityDataInput { scale: [Boolean!]! root: Int! }
input AttachmentInput { mimeType: String! url: String! }
"""
# Exceptions of a field are in the reply; the log need not repeat them.
logging.getLogger("graphql").setLevel(logging.CRITICAL)
_RULES = [rule for rule in specified_rules if rule is not VariablesInAllowedPosition]


def _strictly(*kinds: type) -> Callable[[Any], Any]:
    return lambda value: value if type(value) in kinds else None


# Follows the specification; graphql-core 2 accepts "1" as a number, and 1 as true.
GraphQLInt.parse_value = _strictly(int)
GraphQLFloat.parse_value = _strictly(int, float)
GraphQLString.parse_value = _strictly(str)
GraphQLBoolean.parse_value = _strictly(bool)


class Schema:
    """Answers queries; ``fields`` are functions by name that receive the arguments."""

    def __init__(self, fields: dict[str, Callable[..., Any]]) -> None:
        self._schema = build_ast_schema(parse(_SCHEMA))
        for kind in ("Query", "Mutation"):
            for name, field in self._schema.get_type(kind).fields.items():
                field.resolver = _root(fields[name])
        for kind in ("Piece", "User", "App", "Asset", "Loop", "TimeSignature", "Tonality",
                     "UploadUrl", "DropPiece"):
            for name, field in self._schema.get_type(kind).fields.items():
                field.resolver = _member(name)

    def answer(self, query: str, variables: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Status and reply. Invalid queries and variables of the wrong type get 400."""
        try:
            document = parse(query)
            errors = validate(self._schema, document, _RULES)
            if errors:
                return 400, _failed(errors)
            made = execute(self._schema, document, variable_values=variables)
        except GraphQLError as error:
            return 400, _failed([error])
        return 200, {"data": made.data, **(_failed(made.errors) if made.errors else {})}


def _root(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda root, info, **arguments: call(**arguments)


def _member(name: str) -> Callable[..., Any]:
    def resolve(source: dict[str, Any], info: Any, **arguments: Any) -> Any:
        found = source.get(name)
        return found(**arguments) if callable(found) else found

    return resolve


def _failed(errors: list[Any]) -> dict[str, Any]:
    return {"errors": [{"message": getattr(error, "message", None) or str(error)}
                       for error in errors]}

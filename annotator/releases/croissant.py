"""The machine-readable description of a release: Croissant 1.0, an extension of schema.org.

Source: Akhtar et al. (2024), Croissant: A Metadata Format for ML-Ready Datasets; docs.mlcommons.org/croissant.
"""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

_FIELDS = {
    "turn": "sc:Text",
    "session": "sc:Text",
    "client": "sc:Text",
    "position": "sc:Integer",
    "words": "sc:Text",
    "reply": "sc:Text",
    "split": "sc:Text",
}


def croissant(*, name: str, description: str, version: str, published: str, parquet_sha256: str) -> Json:
    """Describe the table of turns.

    Args:
        version: the release's number as three parts, `4.0.0`.
        published: the date it was frozen, ISO 8601.
        parquet_sha256: of `turns.parquet`.
    """
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": description,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "version": version,
        "datePublished": published,
        "license": "Access is granted by the study that made the release; it may not be passed on.",
        "url": "https://localhost/",
        "creator": {"@type": "sc:Organization", "name": name.partition(",")[0]},
        "citeAs": f"{name}.",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "turns.parquet",
                "name": "turns.parquet",
                "contentUrl": "turns.parquet",
                "encodingFormat": "application/x-parquet",
                "sha256": parquet_sha256,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "turns",
                "name": "turns",
                "description": "One client turn a row.",
                "field": _fields(list(_FIELDS)),
            }
        ],
    }


def _fields(columns: Sequence[str]) -> list[Json]:
    return [
        {
            "@type": "cr:Field",
            "@id": f"turns/{column}",
            "name": column,
            "dataType": _FIELDS[column],
            "source": {"fileObject": {"@id": "turns.parquet"}, "extract": {"column": column}},
        }
        for column in columns
    ]

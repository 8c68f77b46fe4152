"""What docker-compose.yml says of Attune's own services, once the values of `.env` are put in."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
_VARIABLE = re.compile(r"\$\{(\w+)(?::([?-])([^}]*))?\}")


@dataclass(frozen=True)
class Service:
    """One service of ours: its command, what its environment holds, and how its health is asked."""

    name: str
    command: list[str]
    environment: dict[str, str]
    health: list[str]
    """Empty where it has no check."""
    holds_torch: bool


def services(env_file: Mapping[str, str]) -> list[Service]:
    """Those that run Attune's code, in the order of the file. Raises KeyError where `.env` lacks what must be set."""
    text = _VARIABLE.sub(lambda found: _value(found, env_file), (ROOT / "docker-compose.yml").read_text())
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return [_service(name, told, env_file) for name, told in found.items() if "build" in told]


def _value(found: "re.Match[str]", env_file: Mapping[str, str]) -> str:
    name, kind, rest = found.groups()
    return env_file[name] if kind != "-" else env_file.get(name, rest)


def _service(name: str, told: dict[str, Any], env_file: Mapping[str, str]) -> Service:
    kind, *check = told.get("healthcheck", {}).get("test", [""])
    return Service(
        name=name,
        command=shlex.split(told["command"]),
        # As Compose has it: the file's own words over those of the env file.
        environment={**env_file, **{key: str(value) for key, value in told["environment"].items()}},
        health=shlex.split(check[0].replace("$$", "$")) if kind == "CMD-SHELL" else check,
        holds_torch=told["build"]["target"] == "training",
    )

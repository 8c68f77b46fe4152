# `make run` and `make test` do all the set-up there is; each step runs only when what it depends on has changed.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export HF_HUB_OFFLINE ?= 1

.DEFAULT_GOAL := help
.PHONY: help run test setup setup-dev check check-server demo bench

help: ## say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' Makefile

run: setup ## the app with the demo study on http://127.0.0.1:8000; Ctrl-C ends it
	@$(BIN)/python manage.py serve

test: setup-dev ## every test: both languages, both databases, a real browser
	@$(BIN)/python -m tests

check: setup-dev ## format, lint, types, import contracts
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports
	@cd frontend && ../$(BIN)/with-node npm run --silent check

check-server: setup-dev ## the lab server of docker-compose.yml without containers, walked through; needs nginx
	@$(BIN)/python -m tests.lab_server

demo: setup ## the whole chain on the demo study, without a browser
	@$(BIN)/python manage.py demo

bench: setup-dev ## the benchmarks: a table of ratios
	@$(BIN)/python -m bench

setup: .venv/ready frontend/dist/index.html ## the virtual environment and the front end, only what is missing

setup-dev: setup .venv/ready-dev

.venv/bin/python:
	@sh tools/make-venv $(PYTHON)

.venv/ready: requirements.txt requirements-web.txt requirements-wheels.txt training/requirements.txt tools/install | .venv/bin/python
	@sh tools/install requirements.txt requirements-wheels.txt
	@touch $@

.venv/ready-dev: requirements-dev.txt .venv/ready tools/install
	@sh tools/install requirements-dev.txt
	@touch $@

frontend/node_modules/ready: frontend/package.json frontend/package-lock.json | .venv/bin/python
	@sh tools/install-front-end
	@touch $@

frontend/dist/index.html: frontend/node_modules/ready $(shell find frontend/src frontend/scripts -type f) frontend/index.html frontend/vite.config.ts
	@echo "[4 of 4] Building the front end (some seconds)"
	@cd frontend && ../$(BIN)/with-node npm run --silent build
	@touch $@

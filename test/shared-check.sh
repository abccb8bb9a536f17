#!/bin/sh
# What `make shared-check` runs: the engine against real cases beside the checkout, where there are any.
exec node test/shared/oracle.mjs "$@"

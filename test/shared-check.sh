#!/bin/sh
# What `make shared-check` runs: two analyzers against each other if the peer is installed, the grammar against Lucene's syntax tests, the reader of Lucene's indexes and the engine
# against real cases, pages of real documents, where these lie beside the checkout.
status=0
node test/shared/analysis-peer.mjs || status=1
node test/shared/lucene-syntax.mjs || status=1
node test/shared/lucene-indexes.mjs || status=1
node test/shared/iped-contents.mjs || status=1
node test/shared/document-pages.mjs || status=1
node test/shared/oracle.mjs "$@" || status=1
node test/shared/iped-imports.mjs || status=1
node test/shared/iped-webapi.mjs || status=1
exit $status

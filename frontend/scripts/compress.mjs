// Lays a Brotli and a gzip copy beside each built text file, which the web server sends to browsers that take them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const folder = process.argv[2] ?? fileURLToPath(new URL("../dist/assets", import.meta.url))

for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg|json|html)$/.test(name))) {
  const path = join(folder, name)
  const text = readFileSync(path)
  const copies = {
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    gz: gzipSync(text, { level: 9 }),
  }
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < text.length) writeFileSync(`${path}.${ending}`, copy)
  }
}

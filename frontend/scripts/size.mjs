// What a first visit loads, gzipped: the entry and everything it imports eagerly. Above the budget the build fails; within it, only CI hears of it.
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"

const BUDGET_KB = 250
const dist = new URL("../dist/", import.meta.url)
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"))

const files = new Set()
const add = (key) => {
  const chunk = manifest[key]
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  chunk.imports?.forEach(add)
}
add("index.html")

const gzippedKb = (file) => gzipSync(readFileSync(new URL(file, dist))).length / 1000
const total = [...files].reduce((sum, file) => sum + gzippedKb(file), 0)
const isOver = total > BUDGET_KB
if (isOver || process.env.CI) {
  console.log(
    `First load: ${total.toFixed(1)} kB of gzipped JavaScript in ${files.size} files (budget ${BUDGET_KB} kB)`,
  )
}
if (isOver) process.exit(1)

import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"

export default defineConfig({
  base: "/static/",
  plugins: [react()],
  build: { target: "es2022", manifest: true },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    sequence: { shuffle: true },
    // Role queries on a whole page take seconds where cores are few.
    testTimeout: 30_000,
  },
})

import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"

export default defineConfig({
  base: "/static/",
  plugins: [react()],
  build: { target: "es2022", manifest: true },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  test: {
    sequence: { shuffle: true },
    maxWorkers: "100%",
    // Role queries on a whole page take seconds where cores are few.
    testTimeout: 30_000,
    projects: [
      // What draws nothing needs no page, which takes longer to set up than these take to run.
      { extends: true, test: { name: "without a page", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "on a page",
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["src/test-setup.ts"],
        },
      },
    ],
  },
})

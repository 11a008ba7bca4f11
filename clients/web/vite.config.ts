import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the server; a built page is served by the arena itself. */
const server = process.env.ARENA_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server.replace(/^http/, "ws"), ws: true },
    },
  },
  // The timeout is for what hangs: roles of a whole board take seconds to find on a busy machine.
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], testTimeout: 30_000 },
});

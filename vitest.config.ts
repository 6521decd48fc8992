import { defineConfig } from 'vitest/config'

/** How long a test waits for what comes a moment later: on a loaded machine a second is none. */
const patience = 15_000

/** unit: no database, no sockets. web: React in jsdom. integration: real HTTP, real database. e2e: real Chromium. */
export default defineConfig({
  test: {
    // On a loaded machine a browser or a database may miss its moment once; what fails twice has failed.
    retry: process.env['CI'] ? 1 : 0,
    // One worker a core: left alone, a machine of two cores would run one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./src/test-setup.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/src/**/*.integration.test.ts', 'apps/server/src/**/*.integration.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['e2e/support/prepared-offices.ts'],
          // Each file has a Foja, a folder and a browser of its own; two keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: patience } },
        },
      },
    ],
  },
})

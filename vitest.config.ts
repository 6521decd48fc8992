import { defineConfig } from 'vitest/config'

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
          // What a page asks for once it stands comes more than a second after it.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})

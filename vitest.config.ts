import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Workers and the servers that they start need not compile again.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/** Time that `expect.poll` waits for an event, in milliseconds: long enough for a loaded machine. */
const patience = 60_000

/** The user journeys that `npm test` runs; the gate runs the other end-to-end files. */
const journeys = ['e2e/main-path.test.ts', 'e2e/templates.test.ts']

/** The end-to-end files that only `npm run whole` runs: others show their screens, by mouse, or the tests of the web do. */
const inWholeOnly = [
  'account-keyboard',
  'casework-keyboard',
  'failed-actions',
  'office-keyboard',
  'screens',
  'start',
  'template-roles',
  'ten-documents',
]
const skipped = process.env['FOJA_WHOLE'] === '1' ? [] : inWholeOnly.map((name) => `e2e/${name}.test.ts`)

/** Files of a minute and more on two cores: they begin first, so that none of them runs alone at the end. */
const longest = /\/(?:backup\.process|doctor-command|embedded\.process|crash|casework|pictures|account|page-loads)\./

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => Number(longest.test(b.moduleId)) - Number(longest.test(a.moduleId)))
  }
}

const inJsdom = {
  // Not inherited, because it extends another file.
  maxWorkers: '100%',
  environment: 'jsdom',
  setupFiles: ['./src/test-setup.ts'],
  testTimeout: 120_000,
  expect: { poll: { timeout: patience } },
}

/** Tests of the whole application, which keeps the pages that it has loaded, and those that replace a module. */
const needsOwnModules = (path: string) =>
  path.startsWith('src/app/') || readFileSync(`apps/web/${path}`, 'utf8').includes('vi.mock(')
const aloneInJsdom = globSync('src/**/*.test.{ts,tsx}', { cwd: 'apps/web' }).filter(needsOwnModules)

/**
 * A browser waits for its server and the server for its browser, a test of processes for what it started: two files
 * leave a fifth of two cores idle.
 */
const waiting = Math.ceil(availableParallelism() * 1.5)

const inChromium = {
  maxWorkers: waiting,
  // One module graph a worker: each file would load it again, for a second.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  globalSetup: ['e2e/support/prepared-offices.ts'],
  expect: { poll: { timeout: patience } },
}

/**
 * unit: no database, no sockets; slow, slow web: those that take many seconds. web: React in jsdom. integration: real HTTP, real
 * database. process: servers, workers and databases that are started, stopped or killed. journeys, e2e: real Chromium.
 * Nothing is retried here: see tools/rounds.ts.
 */
export default defineConfig({
  test: {
    // One worker a core: by default a machine of two cores runs one file at a time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts', '**/*.slow.test.ts'],
          // One module graph a worker: a quarter of the time was importing.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        test: {
          name: 'slow',
          include: ['{packages,apps,tools}/**/*.slow.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...inJsdom,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.slow.test.tsx', ...aloneInJsdom],
          // One document and one module graph a worker: two thirds of the time was making them.
          isolate: false,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...inJsdom,
          name: 'web alone',
          include: aloneInJsdom,
          exclude: ['**/*.slow.test.tsx'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...inJsdom,
          name: 'slow web',
          include: ['src/**/*.slow.test.tsx'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/*/src/**/*.integration.test.ts', 'apps/server/src/**/*.integration.test.ts'],
          exclude: ['**/*.process.integration.test.ts'],
          // One module graph a worker, so that test databases are used again: see packages/testing/src/database.ts.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        test: {
          name: 'process',
          include: [
            'packages/*/src/**/*.process.integration.test.ts',
            'apps/server/src/**/*.process.integration.test.ts',
          ],
          maxWorkers: waiting,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: patience } },
        },
      },
      { test: { name: 'journeys', include: journeys, ...inChromium } },
      { test: { name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: [...journeys, ...skipped], ...inChromium } },
    ],
  },
})

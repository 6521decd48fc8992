// npm run pictures: takes the pictures of the help and of the README again, from a Foja with the sample office.
import { runTool } from './run.ts'

process.exitCode = runTool('vitest/vitest.mjs', ['run', '--project', 'e2e', 'e2e/pictures.test.ts'], {
  env: { FOJA_PICTURES: '1' },
})

// The TypeScript that people copy: of the API page, of docs/programas.md and of the README of the client.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@foja/contracts/endpoints'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { clientExample, startOfClient } from './examples.ts'
import { idExamples } from './id-examples.ts'

const root = new URL('../../../../../', import.meta.url).pathname
// Beside the client, so that its name leads to its source.
const folder = mkdtempSync(join(root, 'node_modules', '.examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const onPage = endpoints.map((endpoint) => `async () => {\n${clientExample(endpoint)}\n},`)
const blocks = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/```ts\n([^]*?)```/g)].map((match) => match[1]!)

describe('the examples in TypeScript', () => {
  it('compile', () => {
    const page = `${startOfClient}\nexport const examples = [\n${onPage.join('\n')}\n]\n`
    const programs = [
      page,
      `${idExamples.TypeScript}\nexport { id }\n`,
      ...blocks('docs/programas.md'),
      ...blocks('packages/client/README.md'),
    ]
    expect(programs).toHaveLength(4)
    const paths = programs.map((text, at) => {
      const path = join(folder, `example-${at}.ts`)
      writeFileSync(path, text)
      return path
    })
    const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
      config: object
    }
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
    const program = ts.createProgram(paths, {
      ...options,
      noUnusedLocals: false,
      typeRoots: [join(root, 'node_modules/@types')],
    })
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, start: at = 0, messageText }) => {
      const line = file?.text.slice(0, at).split('\n').length
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
    expect(problems).toEqual([])
  })
})

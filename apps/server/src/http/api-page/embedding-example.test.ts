import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { embeddingExample } from './embedding-example.ts'

it('docs/incrustar.md has the example of the API page', () => {
  const text = readFileSync(new URL('../../../../../docs/incrustar.md', import.meta.url), 'utf8')
  expect(text).toContain(`\`\`\`html\n${embeddingExample}\`\`\``)
})

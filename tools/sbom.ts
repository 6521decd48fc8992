// npm run sbom -- [--out sbom.json]: the packages that a running Foja uses, as a bill of materials (CycloneDX 1.5, JSON),
// from the lock file, with their versions, licences and SHA-512 digests. Without --out it is printed.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createSbom } from './sbom/create-sbom.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const text = `${JSON.stringify(createSbom(), null, 2)}\n`
if (values.out === undefined) process.stdout.write(text)
else await writeFile(values.out, text)

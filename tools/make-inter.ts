// node tools/make-inter.ts: writes the font of the web; after an update of @fontsource-variable/inter.
import { writeFileSync } from 'node:fs'
import { interFile, makeInter } from './fonts/inter.ts'

writeFileSync(interFile, await makeInter())

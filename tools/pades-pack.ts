// npm run pack:pades [-- FOLDER]: the signing engine as a package that `npm publish` takes as it is.
import { join, resolve } from 'node:path'
import { packPades } from './pades/pack.ts'
import { root } from './run.ts'

const target = resolve(process.argv[2] ?? join(root, 'packages', 'pades', 'dist'))
packPades(target)
console.log(`npm publish ${target}`)

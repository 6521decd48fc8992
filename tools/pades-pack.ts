// npm run pack:pades [-- FOLDER]: builds the signing engine as a package for `npm publish`.
import { join, resolve } from 'node:path'
import { packPades } from './pades/pack.ts'
import { root } from './run.ts'

const target = resolve(process.argv[2] ?? join(root, 'packages', 'pades', 'dist'))
packPades(target)
console.log(`npm publish ${target}`)

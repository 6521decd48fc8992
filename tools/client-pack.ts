// npm run pack:client [-- FOLDER]: builds the client and `foja` as packages for `npm publish`.
import { join, resolve } from 'node:path'
import { packCli, packClient } from './client/pack.ts'
import { root } from './run.ts'

const target = resolve(process.argv[2] ?? join(root, 'packages', 'client', 'dist'))
packClient(join(target, 'client'))
packCli(join(target, 'cli'))
console.log(`npm publish ${join(target, 'client')}\nnpm publish ${join(target, 'cli')}`)

import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'

/** The calls that the disk store makes; a test replaces one to make it fail. */
export const nodeFileSystem = { access, mkdir, open, readdir, rename, rm, stat, constants }

export type FileSystem = typeof nodeFileSystem

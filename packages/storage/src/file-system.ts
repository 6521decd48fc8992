import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'

/** The file system calls of the disk store; tests replace one to make it fail. */
export const nodeFileSystem = { access, mkdir, open, readdir, rename, rm, stat, constants }

export type FileSystem = typeof nodeFileSystem

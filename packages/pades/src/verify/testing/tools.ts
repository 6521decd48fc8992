import { spawnSync } from 'node:child_process'

/** True if an independent validator is installed; its assertions run only then. */
export const hasTool = (name: string): boolean => spawnSync('which', [name]).status === 0

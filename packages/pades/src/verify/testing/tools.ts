import { spawnSync } from 'node:child_process'

/** Whether an independent validator is installed; its assertions are made only then. */
export const hasTool = (name: string): boolean => spawnSync('which', [name]).status === 0

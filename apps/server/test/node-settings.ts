/** Options and environment of Node in `npm start`, the image and the systemd unit (docs/performance.md). */
export const nodeOptions = ['--max-semi-space-size=16', '--expose-gc']
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' }

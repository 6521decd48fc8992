import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRoutes } from '../build/route-files.ts'
import { searchReaders } from './app/route-search.ts'

const app = join(import.meta.dirname, 'app')
const routes = readRoutes(readFileSync(join(app, 'router.tsx'), 'utf8'))

it('readRoutes finds the modules of every path of the router', () => {
  expect(routes.map(({ path }) => path).toSorted()).toEqual(Object.keys(searchReaders).toSorted())
  for (const { path, modules } of routes) {
    expect(modules.length, path).toBeGreaterThan(0)
    for (const module of modules) expect(existsSync(join(app, module)), `${path}: ${module}`).toBe(true)
  }
})

it('readRoutes tells pages with a session from public ones, and adds the query cache where it is used', () => {
  const at = (path: string) => routes.find((one) => one.path === path)
  expect(at('/pedidos')).toEqual({
    path: '/pedidos',
    office: true,
    modules: ['/routes/signing-requests-route.tsx', '/queries.tsx'],
  })
  expect(at('/ingresar')).toEqual({ path: '/ingresar', office: false, modules: ['/routes/sign-in-route.tsx'] })
  expect(at('/compartido')?.modules).toEqual(['/routes/shared-route.tsx', '/queries.tsx'])
})

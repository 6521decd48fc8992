// Who may import whom (ARCHITECTURE.md). One row a package: what is not allowed is an error.
const serverModules = require('./tools/server-modules.cjs')
const ours = '^(packages|apps)/'

/** A package may import itself and the listed folders of ours, nothing else of ours. */
function allow(name, folder, targets) {
  return {
    name: `${name}-imports`,
    severity: 'error',
    comment: `${folder} may import of ours only: ${targets.join(', ') || 'nothing'}`,
    from: { path: `^${folder}/`, pathNot: ['\\.test\\.tsx?$', '/test/', '/testing/'] },
    to: { path: ours, pathNot: [`^${folder}/`, ...targets.map((target) => `^${target}(/|$)`)] },
  }
}

const modules = '^apps/server/src/modules/'

/** A module may import itself and the doors of the modules in its row. */
function serverModule([name, below], index) {
  const lower = Object.keys(serverModules).slice(index + 1)
  const back = below.filter((other) => !lower.includes(other))
  if (back.length > 0) throw new Error(`${name} lists ${back.join(', ')}, which is not below it`)
  return {
    name: `server-${name}-imports`,
    severity: 'error',
    comment: `${name} may import the public.ts of: ${below.join(', ') || 'no module'}`,
    from: { path: `${modules}${name}/`, pathNot: '\\.test\\.ts$' },
    to: { path: modules, pathNot: [`${modules}${name}/`, ...below.map((other) => `${modules}${other}/public\\.ts$`)] },
  }
}

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      // Not counted: an English text of the web imports only the type of the Spanish text, which loads it when needed.
      to: { circular: true, viaOnly: { pathNot: '^apps/web/src/.*/texts/[^/]+\\.en\\.ts$' } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\.css$' },
    },
    allow('contracts', 'packages/contracts', []),
    // what both write a PDF with; it knows no file that it writes into (docs/adr/0029)
    allow('pdf-core', 'packages/pdf-core', []),
    allow('pades', 'packages/pades', ['packages/pdf-core']),
    // pure: what the browser shows, the server checks and the filler writes (docs/adr/0020)
    allow('forms', 'packages/forms', ['packages/contracts', 'packages/pdf-core/src/(jpeg|image-error)[.]ts']),
    allow('pdf', 'packages/pdf', [
      'packages/contracts',
      'packages/forms',
      'packages/pdf-core',
      'packages/storage/src/(object-store|read-file|sealed-file|errors)[.]ts',
    ]),
    allow('db', 'packages/db', []),
    allow('jobs', 'packages/jobs', []),
    allow('storage', 'packages/storage', []),
    allow('mail', 'packages/mail', []),
    // of the engine only what runs in a page (docs/adr/0015): a test keeps Node out of it
    allow('web', 'apps/web', ['packages/contracts', 'packages/forms', 'packages/pades/src/browser']),
    // what others install: of ours only what the contract has without schemas (docs/adr/0062)
    allow('client', 'packages/client', ['packages/contracts']),
    allow('cli', 'packages/cli', ['packages/client', 'packages/pades']),
    {
      name: 'client-loads-no-schemas',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/contracts/|node_modules',
        pathNot: '^packages/contracts/src/(endpoint|create-id)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    allow('server', 'apps/server', [
      'packages/contracts',
      'packages/forms',
      'packages/pades',
      'packages/pdf',
      'packages/pdf-core',
      'packages/db',
      'packages/jobs',
      'packages/storage',
      'packages/mail',
    ]),
    // `npm start` installs no devDependencies (tools/prepare.mjs); traces have theirs installed apart (docs/adr/0054), foja as a package of its own (docs/adr/0062).
    {
      name: 'no-dev-packages',
      severity: 'error',
      from: {
        path: '^(packages/[^/]+|apps/[^/]+)/src/|^apps/web/(build|vite[.]config)',
        pathNot: [
          '\\.test\\.tsx?$',
          '/test(ing)?/',
          '^packages/testing/',
          'test-setup',
          'lib/open-telemetry\\.ts$',
          '^packages/cli/src/mcp',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'], path: 'node_modules' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: {
        pathNot: [
          '\\.test\\.tsx?$',
          '/test/',
          '^packages/[^/]+/src/.*/testing/',
          '^packages/testing/',
          '^e2e/',
          '^tools/',
        ],
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'forms-run-anywhere',
      severity: 'error',
      comment: 'The browser measures and checks with the very code of the server: nothing of Node, no package',
      from: { path: '^packages/forms/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/' },
    },
    ...Object.entries(serverModules).map(serverModule),
    {
      name: 'server-module-without-row',
      severity: 'error',
      comment: 'Every folder of modules/ has a row in serverModules',
      from: { path: modules, pathNot: Object.keys(serverModules).map((name) => `${modules}${name}/`) },
      to: {},
    },
    {
      name: 'shared-code-knows-no-module',
      severity: 'error',
      from: {
        path: '^apps/server/src/((http|texts|lib|signing-worker)/|(deps|context|config|keys)\\.ts$)',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: modules },
    },
    {
      name: 'modules-know-no-app',
      severity: 'error',
      from: { path: '^apps/server/src/(modules|http|texts|lib|signing-worker)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(main|app)\\.ts$' },
    },
    {
      name: 'web-ui-knows-nothing-above',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: ['^apps/web/src/(app|features|shared)/', '@tanstack/'] },
    },
    {
      name: 'web-lib-knows-nothing-above',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/(app|features|shared|ui)/' },
    },
    {
      name: 'web-shared-knows-no-feature',
      severity: 'error',
      comment: 'shared: parts that several features show (badges, verdicts, page images)',
      from: { path: '^apps/web/src/shared/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/(app|features)/' },
    },
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: ['^apps/web/src/app/', '^apps/web/src/features/'], pathNot: '^apps/web/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    preserveSymlinks: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}

import type { SectionLoaders } from './section.ts'

/** What the pages say, each feature in a file of its own that comes beside the pages that need it. */
export const sections: SectionLoaders = {
  batch: async () => (await import('./es/batch.ts')).batch,
  documents: async () => (await import('./es/documents.ts')).documents,
  domain: async () => (await import('./es/domain.ts')).domain,
  home: async () => (await import('./es/home.ts')).home,
  profile: async () => (await import('./es/profile.ts')).profile,
  refresh: async () => (await import('./es/refresh.ts')).refresh,
  session: async () => (await import('./es/session.ts')).session,
  settings: async () => (await import('./es/settings.ts')).settings,
  setup: async () => (await import('./es/setup.ts')).setup,
  shares: async () => (await import('./es/shares.ts')).shares,
  mySignature: async () => (await import('./es/my-signature.ts')).mySignature,
  signOptions: async () => (await import('./es/sign-options.ts')).signOptions,
  signing: async () => (await import('./es/signing.ts')).signing,
  solicitudes: async () => (await import('./es/solicitudes.ts')).solicitudes,
  trust: async () => (await import('./es/trust.ts')).trust,
  verdict: async () => (await import('./es/verdict.ts')).verdict,
  verify: async () => (await import('./es/verify.ts')).verify,
  wizard: async () => (await import('./es/wizard.ts')).wizard,
}

import type { SectionLoaders } from './section.ts'

/** The same sections as es-sections.ts. */
export const sections: SectionLoaders = {
  batch: async () => (await import('./en/batch.ts')).batch,
  documents: async () => (await import('./en/documents.ts')).documents,
  domain: async () => (await import('./en/domain.ts')).domain,
  home: async () => (await import('./en/home.ts')).home,
  profile: async () => (await import('./en/profile.ts')).profile,
  refresh: async () => (await import('./en/refresh.ts')).refresh,
  session: async () => (await import('./en/session.ts')).session,
  settings: async () => (await import('./en/settings.ts')).settings,
  setup: async () => (await import('./en/setup.ts')).setup,
  shares: async () => (await import('./en/shares.ts')).shares,
  mySignature: async () => (await import('./en/my-signature.ts')).mySignature,
  signOptions: async () => (await import('./en/sign-options.ts')).signOptions,
  signing: async () => (await import('./en/signing.ts')).signing,
  solicitudes: async () => (await import('./en/solicitudes.ts')).solicitudes,
  trust: async () => (await import('./en/trust.ts')).trust,
  verdict: async () => (await import('./en/verdict.ts')).verdict,
  verify: async () => (await import('./en/verify.ts')).verify,
  wizard: async () => (await import('./en/wizard.ts')).wizard,
}

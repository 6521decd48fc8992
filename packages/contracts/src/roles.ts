export const roles = ['admin', 'gestor', 'mediador', 'usuario'] as const
export type Role = (typeof roles)[number]

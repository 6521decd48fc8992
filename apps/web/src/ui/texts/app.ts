import { defineTexts } from '../../lib/texts/define-texts.ts'

export const app = {
  nav: {
    home: 'Inicio',
    solicitudes: 'Solicitudes',
    sign: 'Firmar',
    signer: 'Mi firma',
    verify: 'Verificar',
    trust: 'Autoridades',
    agenda: 'Agenda',
    outbox: 'Correos',
    bin: 'Papelera',
    users: 'Usuarios',
    companies: 'Empresas',
    myCompany: 'Mi empresa',
    templates: 'Plantillas',
  },
  search: 'Buscar',
  searchPlaceholder: 'Buscar expediente, persona o documento',
  notices: 'Avisos',
  unread: (count: number) => (count === 1 ? '1 aviso sin leer' : `${count} avisos sin leer`),
  mailOff: 'El correo no está configurado',
  notFoundTitle: 'Esta página no existe',
  notFoundText: 'La dirección está incompleta o cambió. Vuelve al inicio y búscala desde ahí.',
  goHome: 'Ir al inicio',
  errorTitle: 'Algo falló en esta página',
  errorText: 'Lo guardado está a salvo. Vuelve a intentarlo; si sigue, recarga la página.',
  retry: 'Reintentar',
  reload: 'Recargar la página',
  downTitle: 'El servidor no responde',
  downText: 'Puede estar reiniciándose o puede faltar la conexión. Nada se perdió: reintenta en un momento.',
  newVersionTitle: 'Hay una versión nueva de Foja',
  newVersionText: 'Recarga la página para seguir. Tus borradores están a salvo.',
  partFailed: 'No se pudo cargar esta parte.',
  absences: {
    offline: 'Falta la conexión o el servidor no responde. Lo demás de la página sigue aquí.',
    gone: 'Hay una versión nueva de Foja. Recarga la página para seguir: tus borradores están a salvo.',
    broken: 'Lo demás de la página sigue aquí. Vuelve a intentarlo.',
  },
  connection: {
    offline: 'Sin conexión.',
    unreachable: 'El servidor no responde.',
    text: 'Ves lo último que se cargó.',
  },
  loading: 'Cargando',
}

export const useAppTexts = defineTexts(app, () => import('./app.en.ts'))

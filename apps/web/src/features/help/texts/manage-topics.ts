import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { Topic, TopicOf } from '../topics.ts'

export const manageTopics: Record<TopicOf<'manage'>, Topic> = {
  templates: {
    title: 'Preparar una plantilla',
    text: 'Marca una vez dónde va cada dato de un PDF.',
    steps: [
      'En «Plantillas», elige «Nueva plantilla» y sube el PDF.',
      'Dibuja los campos en la página y di qué lleva cada uno.',
      'Guarda. «Usar» crea un documento con esos datos.',
      'Con «Pedir firmas» eliges quién firma en cada campo y sale el pedido.',
    ],
    words: 'formulario campos acta contrato modelo roles firmas',
  },
  fillTemplate: {
    title: 'Usar una plantilla',
    text: 'Un documento listo con los datos del expediente.',
    steps: [
      'En «Plantillas», elige «Usar».',
      'Elige el expediente: lo que ya se sabe se llena solo.',
      'Completa lo que falta mientras ves el documento.',
      'Elige «Crear documento», o «Pedir firmas» para enviarlo de una vez.',
    ],
    words: 'llenar formulario acta contrato crear documento',
  },
  fillMany: {
    title: 'Llenar muchos documentos',
    text: 'Un documento por cada fila de una hoja de cálculo.',
    steps: [
      'Guarda tu lista como CSV, con títulos en la primera fila.',
      'Usa la plantilla y elige llenarla con un CSV.',
      'Revisa las filas y descarga el ZIP.',
      'Para pedir la firma de cada uno, di de qué columnas salen las personas.',
    ],
    words: 'csv excel masivo lote rellenar zip',
  },
  users: {
    title: 'Invitar a un usuario',
    text: 'Cada usuario ingresa con su correo y su rol.',
    steps: [
      'En «Usuarios», elige «Nuevo usuario».',
      'Elige su rol y si recibe una invitación o una contraseña.',
      'La invitación vence en 7 días. Puedes enviar otra desde su menú.',
    ],
    words: 'usuario rol gestor mediador invitación desactivar quitar',
  },
  roles: {
    title: 'Qué puede cada rol',
    text: 'Elige el menor que alcance para su trabajo.',
    steps: [
      '«Usuario» crea solicitudes, firma y ve lo suyo.',
      '«Mediación» atiende las solicitudes que tiene a cargo y registra resultados.',
      '«Gestión» administra los usuarios, las plantillas y los ajustes de su empresa.',
      '«Administración» tiene a su cargo todas las empresas, el correo, las autoridades y el estado.',
      'Cámbialo en «Usuarios», desde el menú de la persona.',
    ],
    words: 'permisos usuario mediador gestor administrador cambiar rol',
  },
  leaves: {
    title: 'Cuando una persona se va',
    text: 'Entrega lo que tenía abierto y deja su historia.',
    steps: [
      'En «Usuarios», abre el menú de la persona y elige «Desactivar».',
      'Elige quién recibe sus solicitudes abiertas.',
      'Sus sesiones se cierran al instante y su historia queda.',
      'Si vuelve, elige «Reactivar».',
    ],
    words: 'baja desactivar quitar entregar reasignar despido salida',
  },
  company: {
    title: 'Los datos de tu empresa',
    text: 'Nombre, identificación y logotipo de la oficina.',
    steps: [
      'En «Mi empresa», completa los datos.',
      'Sube el logotipo: PNG o JPEG, hasta 1 MB.',
      'Decide si la verificación en dos pasos es obligatoria.',
    ],
    words: 'logo logotipo ruc nit identificación oficina',
  },
  signingSettings: {
    title: 'Cómo firma la oficina',
    text: 'Nivel, apariencia y sello de tiempo que se proponen al firmar.',
    steps: [
      'En «Mi firma», elige «Ajustes de firma».',
      'Pon la dirección de tu autoridad de sellado y pruébala.',
      'Elige el nivel que se propone a cada persona.',
    ],
    words: 'pades tsa sello de tiempo nivel apariencia',
  },
  officeSeal: {
    title: 'El sello de la oficina',
    text: 'Con él se sellan las firmas simples.',
    steps: [
      'En «Ajustes de firma», busca «Sello de la oficina».',
      'Sube el certificado de la empresa (.p12 o .pfx) con su clave.',
      'Desde entonces se puede pedir «Firma simple» a quien no tiene certificado.',
      'Antes de que caduque, sube el que lo renueva.',
    ],
    words: 'firma simple certificado empresa persona jurídica sellar',
  },
  apiKeys: {
    title: 'Conectar otro programa',
    text: 'Una clave de API le da acceso sin tu contraseña.',
    steps: [
      'Para un programa tuyo, abre «Mi perfil»; para uno de la empresa, «Empresa».',
      'En «Claves de API», elige «Nueva clave».',
      'Marca lo que puede hacer, hasta cuándo y desde qué redes.',
      'Cópiala en ese momento: no se vuelve a mostrar.',
      'Si se perdió, elige «Revocar»: deja de servir al instante.',
    ],
    words: 'api clave integración programa cuenta de servicio token revocar',
  },
  bin: {
    title: 'Recuperar lo eliminado',
    text: 'Lo eliminado espera 30 días en la papelera.',
    steps: ['Abre «Papelera».', 'Recupera lo que necesites. Pasados 30 días se elimina para siempre.'],
    words: 'papelera eliminar borrar restaurar',
  },
}

export const useManageTopics = defineTexts(manageTopics, () => import('./manage-topics.en.ts'))

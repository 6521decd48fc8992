import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { SampleKey } from './sample-people.ts'

const types = {
  demanda: 'Demanda',
  acta: 'Acta',
  convenio: 'Convenio',
  contrato: 'Contrato',
  poder: 'Poder',
} as const

export type SampleDocument = {
  nombre: string
  tipo: string
  /** File in assets/samples; absent: filled from the template of its kind. */
  file?: string
  kind: keyof typeof types
  /** State of its mediation; absent: not begun. */
  mediacion?: MediationStatus
}

/**
 * A case file of the sample office. `daysAgo` places its creation and `daysAhead` its hearing (negative: past), both
 * relative to today. A case is concluded at its hearing.
 */
export type SampleCase = {
  titulo: string
  partes: { nombre: string; rol: string }[]
  notas: string
  /** Who created, sent, mediates and concluded it. */
  author: SampleKey
  sender?: SampleKey
  mediator?: SampleKey
  concluder?: SampleKey
  /** It was just handed over to the admin who sets up Foja. */
  handed?: true
  status: SolicitudStatus
  daysAgo: number
  daysAhead?: number
  lugar?: string
  documents: SampleDocument[]
}

const sala1 = 'Sala 1, av. Amazonas N24-155'
const sala2 = 'Sala 2, av. Amazonas N24-155'

const party = (nombre: string, rol: string) => ({ nombre, rol })

const document = (
  kind: keyof typeof types,
  nombre: string,
  file?: string,
  mediacion?: MediationStatus,
): SampleDocument => ({
  nombre,
  tipo: types[kind],
  kind,
  ...(file === undefined ? {} : { file }),
  ...(mediacion === undefined ? {} : { mediacion }),
})

/**
 * What a mediation centre in Quito would have on its desk. The PDFs are in assets/samples, printed by
 * `tools/make-samples.ts` from this list.
 */
export const sampleCases: readonly SampleCase[] = [
  {
    titulo: 'Arrendamiento de local comercial',
    partes: [party('Íñigo Núñez Íñiguez', 'Arrendatario'), party('Inmobiliaria La Mariscal S. A.', 'Arrendadora')],
    notas:
      'La arrendadora acepta tres meses de gracia si el canon se actualiza desde enero de 2027. Falta confirmar quién cubre la reparación de la cubierta.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'esteban',
    status: 'agendado',
    daysAgo: 8,
    daysAhead: 10,
    lugar: sala2,
    documents: [
      document('demanda', 'Demanda de mediación.pdf', 'arrendamiento-demanda.pdf', 'en_proceso'),
      document('contrato', 'Contrato de arrendamiento 2023.pdf', 'arrendamiento-contrato.pdf'),
      document('acta', 'Acta de acuerdo total.pdf'),
    ],
  },
  {
    titulo: 'Pensión de alimentos',
    partes: [party('Sofía Quiñónez Paredes', 'Solicitante'), party('Diego Cevallos Andrade', 'Invitado')],
    notas: 'Traer los tres últimos roles de pago y los gastos del colegio.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'paulina',
    status: 'agendado',
    daysAgo: 5,
    daysAhead: 3,
    lugar: sala2,
    documents: [document('demanda', 'Demanda de alimentos.pdf', 'alimentos-demanda.pdf')],
  },
  {
    titulo: 'Liquidación laboral',
    partes: [party('Ordóñez y Cía. Ltda.', 'Empleador'), party('Joaquín Peralta Mena', 'Trabajador')],
    notas: 'Se revisaron los décimos y las vacaciones no gozadas de 2024 y 2025.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'esteban',
    concluder: 'esteban',
    status: 'concluido',
    daysAgo: 41,
    daysAhead: -20,
    lugar: sala1,
    documents: [
      document('convenio', 'Convenio de pago en cuotas.pdf', 'liquidacion-convenio.pdf', 'acuerdo_total'),
      document('acta', 'Acta de acuerdo total.pdf', 'liquidacion-acta.pdf', 'acuerdo_total'),
    ],
  },
  {
    titulo: 'Partición de herencia',
    partes: [
      party('Beatriz Ibáñez Peña', 'Heredera'),
      party('Gonzalo Ibáñez Peña', 'Heredero'),
      party('Marta Peña Rueda', 'Cónyuge sobreviviente'),
    ],
    notas: 'El avalúo de la casa de Cumbayá está pendiente.',
    author: 'gabriel',
    sender: 'paulina',
    mediator: 'paulina',
    status: 'agendado',
    daysAgo: 12,
    daysAhead: -2,
    lugar: sala1,
    documents: [document('demanda', 'Solicitud de mediación.pdf', 'herencia-demanda.pdf', 'en_proceso')],
  },
  {
    titulo: 'Contrato de obra civil',
    partes: [party('Construcciones Ríos S. A.', 'Contratista'), party('Municipio de Cañar', 'Contratante')],
    notas: 'Divergencia por la planilla n.º 7 y las multas por atraso.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 2,
    documents: [document('contrato', 'Contrato de obra.pdf', 'obra-contrato.pdf')],
  },
  {
    titulo: 'Compraventa de vehículo',
    partes: [party('Andrés Muñoz Zúñiga', 'Comprador'), party('Autolasa S. A.', 'Vendedora')],
    notas: 'La vendedora cubre el cambio de la caja y amplía la garantía a doce meses.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'esteban',
    concluder: 'rocio',
    status: 'concluido',
    daysAgo: 30,
    daysAhead: -6,
    lugar: sala2,
    documents: [document('acta', 'Acta de acuerdo total.pdf', 'vehiculo-acta.pdf', 'acuerdo_total')],
  },
  {
    titulo: 'Cuotas de condominio impagas',
    partes: [party('Condominio Torres del Batán', 'Solicitante'), party('Óscar Quintana Vela', 'Copropietario')],
    notas: 'Debe once alícuotas; propone pagar en cuotas.',
    author: 'rocio',
    status: 'pendiente',
    daysAgo: 3,
    documents: [document('convenio', 'Convenio de pago en cuotas.pdf', 'condominio-convenio.pdf')],
  },
  {
    titulo: 'Poder especial para venta',
    partes: [party('Amalia Agüero Castañeda', 'Poderdante')],
    notas: 'Vive en Murcia; firma a distancia con su certificado.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 4,
    documents: [document('poder', 'Poder especial.pdf', 'venta-poder.pdf')],
  },
  {
    titulo: 'Deslinde de linderos',
    partes: [party('Hacienda Santa Inés', 'Solicitante'), party('Comuna Guangopolo', 'Invitada')],
    notas: 'El perito entregó el levantamiento topográfico.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'hernan',
    concluder: 'hernan',
    status: 'concluido',
    daysAgo: 57,
    daysAhead: -34,
    lugar: sala1,
    documents: [document('acta', 'Acta de acuerdo total.pdf', 'linderos-acta.pdf', 'acuerdo_total')],
  },
  {
    titulo: 'Contrato de servicios médicos',
    partes: [party('Hospital San José', 'Prestador'), party('Verónica Cedeño Loor', 'Paciente')],
    notas: 'Se acordó la devolución parcial de lo facturado.',
    author: 'gabriel',
    sender: 'rocio',
    mediator: 'paulina',
    concluder: 'paulina',
    status: 'concluido',
    daysAgo: 22,
    daysAhead: -3,
    lugar: sala2,
    documents: [document('convenio', 'Convenio de devolución.pdf', 'medicos-convenio.pdf', 'acuerdo_parcial')],
  },
  {
    titulo: 'Filtración entre departamentos',
    partes: [party('Lucía Tapia Borja', 'Afectada'), party('Ramiro Salas Coello', 'Vecino del piso alto')],
    notas: 'Hay informe del plomero y fotografías.',
    author: 'gabriel',
    status: 'pendiente',
    daysAgo: 1,
    documents: [document('demanda', 'Solicitud de mediación.pdf', 'filtracion-demanda.pdf')],
  },
  {
    titulo: 'Reconocimiento de deuda',
    partes: [party('Cooperativa El Sagrario', 'Acreedora'), party('Familia Yépez Luna', 'Deudora')],
    notas: 'Segunda audiencia; la primera se suspendió de común acuerdo.',
    author: 'rocio',
    sender: 'rocio',
    mediator: 'esteban',
    handed: true,
    status: 'agendado',
    daysAgo: 15,
    daysAhead: 1,
    lugar: sala1,
    documents: [document('convenio', 'Convenio de pago en cuotas.pdf', 'deuda-convenio.pdf', 'en_proceso')],
  },
]

// The screens of the studio as a table: section, address, icon, words, and what is loaded when one is opened.
import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon-paths.ts'
import { isAdmin, session } from './session.tsx'
import { account } from './words/account.ts'
import { brand } from './words/brand.ts'
import { home } from './words/home.ts'
import { members } from './words/members.ts'
import { shell } from './words/shell.ts'
import { verifications } from './words/verifications.ts'

export interface Screen {
  readonly path: string
  /** The name by which tests find the screen. */
  readonly screen: string
  readonly icon: IconName
  readonly name: () => string
  readonly lead: () => string
  readonly load: () => Promise<ComponentType>
}

export interface Section {
  readonly path: string
  readonly icon: IconName
  readonly name: () => string
  readonly lead: () => string
  readonly places: readonly Screen[]
  /** Members of other roles do not see it; the server would refuse what it does. */
  readonly isForAdmins?: true
  /** It is about the member who signed in. */
  readonly isForMembers?: true
}

const sections: readonly Section[] = [
  {
    path: '/verifications',
    icon: 'user',
    name: () => verifications().section,
    lead: () => verifications().sectionLead,
    places: [
      {
        path: '/verifications/list',
        screen: 'cases',
        icon: 'search',
        name: () => verifications().list,
        lead: () => verifications().listLead,
        load: async () => (await import('./verifications/list-screen.tsx')).ListScreen,
      },
      {
        path: '/verifications/review',
        screen: 'review',
        icon: 'eye',
        name: () => verifications().queue,
        lead: () => verifications().queueLead,
        load: async () => (await import('./verifications/queue-screen.tsx')).QueueScreen,
      },
      {
        path: '/verifications/policies',
        screen: 'policies',
        icon: 'check',
        name: () => verifications().policies,
        lead: () => verifications().policiesLead,
        load: async () => (await import('./verifications/policies-screen.tsx')).PoliciesScreen,
      },
      {
        path: '/verifications/statistics',
        screen: 'statistics',
        icon: 'info',
        name: () => verifications().statistics,
        lead: () => verifications().statisticsLead,
        load: async () => (await import('./verifications/statistics-screen.tsx')).StatisticsScreen,
      },
    ],
  },
  {
    path: '/liveness',
    isForAdmins: true,
    icon: 'liveness',
    name: () => shell().liveness,
    lead: () => home().livenessLead,
    places: [
      {
        path: '/liveness/distance',
        screen: 'distance',
        icon: 'distance',
        name: () => home().distance,
        lead: () => home().distanceLead,
        load: async () => (await import('./challenges/distance-screen.tsx')).DistanceScreen,
      },
      {
        path: '/liveness/nose',
        screen: 'nose',
        icon: 'nose',
        name: () => home().nose,
        lead: () => home().noseLead,
        load: async () => (await import('./challenges/nose-screen.tsx')).NoseScreen,
      },
      {
        path: '/liveness/profile',
        screen: 'profile',
        icon: 'profile',
        name: () => home().profile,
        lead: () => home().profileLead,
        load: async () => (await import('./challenges/profile-screen.tsx')).ProfileScreen,
      },
      {
        path: '/liveness/light',
        screen: 'light',
        icon: 'light',
        name: () => home().light,
        lead: () => home().lightLead,
        load: async () => (await import('./challenges/light-screen.tsx')).LightScreen,
      },
      {
        path: '/liveness/video',
        screen: 'video',
        icon: 'video',
        name: () => home().video,
        lead: () => home().videoLead,
        load: async () => (await import('./challenges/video-screen.tsx')).VideoScreen,
      },
    ],
  },
  {
    path: '/documents',
    isForAdmins: true,
    icon: 'documents',
    name: () => shell().documents,
    lead: () => home().documentsLead,
    places: [
      {
        path: '/documents/identity',
        screen: 'documents',
        icon: 'documents',
        name: () => home().identity,
        lead: () => home().identityLead,
        load: async () => (await import('./documents/identity-screen.tsx')).IdentityScreen,
      },
      {
        path: '/documents/mrz',
        screen: 'mrz',
        icon: 'mrz',
        name: () => home().mrz,
        lead: () => home().mrzLead,
        load: async () => (await import('./documents/mrz-screen.tsx')).MrzScreen,
      },
      {
        path: '/documents/chip',
        screen: 'chip',
        icon: 'chip',
        name: () => home().chip,
        lead: () => home().chipLead,
        load: async () => (await import('./documents/chip-screen.tsx')).ChipScreen,
      },
      {
        path: '/documents/licence',
        screen: 'licence',
        icon: 'licence',
        name: () => home().licence,
        lead: () => home().licenceLead,
        load: async () => (await import('./documents/licence-screen.tsx')).LicenceScreen,
      },
      {
        path: '/documents/business',
        screen: 'business',
        icon: 'building',
        name: () => home().business,
        lead: () => home().businessLead,
        load: async () => (await import('./documents/business-screen.tsx')).BusinessScreen,
      },
    ],
  },
  {
    path: '/faces',
    isForAdmins: true,
    icon: 'faces',
    name: () => shell().faces,
    lead: () => home().facesLead,
    places: [
      {
        path: '/faces/compare',
        screen: 'compare',
        icon: 'compare',
        name: () => home().compare,
        lead: () => home().compareLead,
        load: async () => (await import('./faces/compare-screen.tsx')).CompareScreen,
      },
      {
        path: '/faces/collections',
        screen: 'collections',
        icon: 'collection',
        name: () => home().collections,
        lead: () => home().collectionsLead,
        load: async () => (await import('./faces/collections-screen.tsx')).CollectionsScreen,
      },
    ],
  },
  {
    path: '/manage',
    isForAdmins: true,
    icon: 'user',
    name: () => members().manage,
    lead: () => members().manageLead,
    places: [
      {
        path: '/manage/members',
        screen: 'members',
        icon: 'user',
        name: () => members().members,
        lead: () => members().membersLead,
        load: async () => (await import('./manage/members-screen.tsx')).MembersScreen,
      },
      {
        path: '/manage/api-keys',
        screen: 'api-keys',
        icon: 'qr',
        name: () => members().apiKeys,
        lead: () => members().apiKeysLead,
        load: async () => (await import('./manage/api-keys-screen.tsx')).ApiKeysScreen,
      },
      {
        path: '/manage/webhooks',
        screen: 'webhooks',
        icon: 'upload',
        name: () => members().webhooks,
        lead: () => members().webhooksLead,
        load: async () => (await import('./manage/webhooks-screen.tsx')).WebhooksScreen,
      },
      {
        path: '/manage/sandbox',
        screen: 'sandbox',
        icon: 'sample',
        name: () => members().personas,
        lead: () => members().personasLead,
        load: async () => (await import('./manage/personas-screen.tsx')).PersonasScreen,
      },
      {
        path: '/manage/brand',
        screen: 'brand',
        icon: 'building',
        name: () => brand().title,
        lead: () => brand().lead,
        load: async () => (await import('./manage/brand-screen.tsx')).BrandScreen,
      },
    ],
  },
  {
    path: '/account',
    isForMembers: true,
    icon: 'user',
    name: () => account().title,
    lead: () => account().lead,
    places: [
      {
        path: '/account/sign-in',
        screen: 'account',
        icon: 'user',
        name: () => account().title,
        lead: () => account().lead,
        load: async () => (await import('./manage/account-screen.tsx')).AccountScreen,
      },
    ],
  },
]

/** The screens that the signed-in member or key may use. */
export const shownSections = (): readonly Section[] =>
  sections.filter(
    ({ isForAdmins, isForMembers }) =>
      (!isForAdmins || isAdmin()) && (!isForMembers || session.value?.member !== undefined),
  )

/** The screen at an address; the address of a section is that of its first. */
export function placeAt(path: string): { section: Section; place: Screen } | undefined {
  for (const section of shownSections())
    for (const place of section.places)
      if (place.path === path || section.path === path) return { section, place }
  return undefined
}

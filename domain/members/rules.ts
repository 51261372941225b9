import type { Roles } from '#domain/roles/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

/** 22 adjectives and 23 ninja nouns for the names of new members (PROF-4). */
export const nameAdjectives: readonly string[] = words(`
  Silent Swift Hidden Crimson Paper Midnight Wandering Bold Gentle Iron Jade
  Lunar Misty Nimble Patient Quiet Rising Scarlet Steady Velvet Wild Winter`)

export const nameNouns: readonly string[] = words(`
  Ninja Shinobi Kunoichi Ronin Sensei Shadow Blade Katana Kunai Shuriken Lantern Ember
  Fox Koi Crane Heron Raven Tiger Dragon Lotus Maple Bamboo Wanderer`)

/** 29 adjectives and 28 ninja nouns for generated display names (PROF-21). */
export const generatedKinds: readonly string[] = words(`
  Agile Amber Ancient Brave Celestial Clever Cloudborn Cobalt Curious Dawnlit Daring Electric Fearless Frosted
  Golden Humble Indigo Lucid Masked Moonlit Mystic Neon Obsidian Radiant Restless Stormy Tranquil Vivid Whispering`)

export const generatedNinjas: readonly string[] = words(`
  Ninja Shinobi Kunoichi Samurai Ronin Sensei Shogun Senpai Monk Scout Archer Dancer Painter Dreamer
  Falcon Panther Viper Mantis Wolf Owl Otter Tanuki Kitsune Phoenix Cypress Blossom Thunder Comet`)

export interface Member extends Roles {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  points: number
}

declare const checkedByRequireRole: unique symbol

/**
 * Someone with the role that the page or the command needs, as returned by adminOf or adminTransaction, its only sources.
 * Queries for them take one as proof.
 */
export type Admin = Member & { readonly [checkedByRequireRole]: true }

export type Viewer = Member | null

/** Administrators by configuration; e-mail addresses count only if the provider verified them. */
export interface ConfiguredAdmins {
  emails: readonly string[]
  userIds: readonly string[]
}

type RandomSource = () => number

export const avatarPresets = 5

export const longestDisplayName = 50

export const longestBio = 100

/** From this length on the form warns that the limit is near (PROF-18). */
export const bioWarning = 80

export const PROFILE_MESSAGES = {
  signIn: 'Please sign in to edit your profile.',
  name: 'Display name is required',
  nameLength: `Display name must be at most ${longestDisplayName} characters`,
  nameMarks: 'Display name has too many accents on one letter',
  nameScripts: 'Display name mixes letters of different alphabets',
  nameTaken: 'Another ninja has this display name, or one that looks like it.',
  nameReserved: 'This display name is reserved. Please choose another.',
  bio: `Bio must be at most ${longestBio} characters`,
  notLoaded: 'Failed to load profile data. Please try again later.',
  failed: 'Failed to update profile. Please try again.',
  saved: 'Profile updated successfully!',
} as const

export function nameTakenMessage(freeName: string): string {
  return `${PROFILE_MESSAGES.nameTaken} Please choose another, such as ${isolated(freeName)}.`
}

/** After a save that changed the name that was typed. */
export function nameChangedMessage(name: string): string {
  return `${PROFILE_MESSAGES.saved} Your display name is now “${isolated(name)}”, without characters that a name cannot have.`
}

/** After the last use, and in total. */
export const sessionDays = 30

export const sessionDaysAtMost = 180

/** Of one member. */
export const mostSessions = 20

/** Tokens of one member. */
export const mostTokens = 10

export const longestTokenName = 50

export const TOKEN_MESSAGES = {
  name: `Name the token in 1 to ${longestTokenName} characters.`,
  full: `You have ${mostTokens} tokens. Revoke one first.`,
  failed: 'The token could not be created. Please try again.',
  revoked: 'The token was revoked.',
  notRevoked: 'The token could not be revoked. Please try again.',
} as const

/** How long after signing in again a member may delete the account. */
export const confirmationMinutes = 5

export const deletedMemberName = 'Anonymous Ninja'

/** An adjective, a ninja noun and a number from 0 to 999, such as 'Silent Koi 77' (PROF-4). */
export function randomDisplayName(random: RandomSource = Math.random): string {
  return `${pick(nameAdjectives, random)} ${pick(nameNouns, random)} ${Math.floor(random() * 1_000)}`
}

/** One of 29 adjectives and one of 28 nouns, such as 'Moonlit Otter' (PROF-21). */
export function generatedDisplayName(random: RandomSource = Math.random): string {
  return `${pick(generatedKinds, random)} ${pick(generatedNinjas, random)}`
}

/** One of five, from 1 (PROF-4). */
export function randomAvatarPreset(random: RandomSource = Math.random): number {
  return 1 + Math.floor(random() * avatarPresets)
}

export function presetUrl(preset: number): string {
  return `/avatars/ninja-${preset}.svg`
}

function pick(words: readonly string[], random: RandomSource): string {
  return words[Math.floor(random() * words.length)] ?? ''
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** What follows where the provider marks no address as verified. */
export function noMarkNotice(trusted: boolean): string {
  const mails = trusted ? '' : ', and no mail is sent unless OIDC_EMAIL_TRUSTED=on'
  return `The sign-in provider marks no e-mail address as verified: ADMIN_EMAILS names nobody (use ADMIN_USER_IDS)${mails}.`
}

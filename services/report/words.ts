/** Parts of a report on a user, and what becomes of each when the user is erased (spec 00 §6.7). */
export const erasedWords = (id: number) => {
  const number = `number ${id}`
  return {
    profile: {
      heading: 'The account, with every value that it had',
      stays: `Erasing deletes all of it, and login and e-mail address are free again. What stays: that ${number} was erased, when, and by whom; and digests by which the seals of the log prove that nothing else went. Nobody can find out by them what was said.`,
    },
    sessions: {
      heading: 'Where they signed in with their password',
      stays: 'Erasing deletes it. Without that it goes two days after each began.',
    },
    items: {
      heading: 'Events, venues and organizers that they are, or were, the author of',
      stays: `They stay: what the school published is its record, and others go on with it. They are of ${number}, without a name, or of whoever they are given to (--reassign). Texts in them stay as they are.`,
    },
    imports: {
      heading: 'Imports and feeds in their name',
      stays: `They stay, as the record of where events came from. What is still open goes on in the name of somebody else; what is over is of ${number}.`,
    },
    pictures: {
      heading: 'Pictures that they stored',
      stays: 'They stay, since others may show them. One that nothing uses can be removed on its page.',
    },
    mentions: {
      heading: 'Where login, e-mail address or name stand in what is recorded of other things',
      stays:
        'Erasing does not touch it: these are texts of others, and may mean somebody else of the same name. Whoever keeps the calendar looks at them, changes them, or deletes for good what holds them. What imports were given is deleted when the address is forgotten, once they are over, and else goes by itself 30 days after that.',
    },
    acts: {
      heading: 'What they did',
      stays: `It stays under ${number}: who changed what, and when, is the record of the school. Neither login nor name is part of it.`,
    },
  }
}

/** Parts of a report on an organizer, and what can be done about each. */
export const contactWords = {
  contact: {
    heading: 'E-mail address and phone, with every value that they had',
    stays:
      'Another value, or none, takes the place of the one that is shown; the history keeps what they were. Forgetting them (forget-contact) deletes all of it, and of what was recorded of the organizer before stays who changed it and when, with digests by which the seals of the log prove that nothing else went.',
  },
  events: {
    heading: 'Events that name it',
    stays: 'They stay. E-mail address and phone are not part of them.',
  },
  mentions: {
    heading: 'Where an e-mail address or phone of it stands in what is recorded of other things',
    stays:
      'It stays: whoever keeps the calendar changes these texts, or deletes for good what holds them. What imports were given goes by itself 30 days after they are over.',
  },
}

export const aboutUser = (id: number) => ({
  title: `What the calendar holds about user ${id}`,
  intro:
    'This is everything that the log of the calendar holds about this person and by them; below each heading it says what becomes of it when they are erased, and why. Passwords and digests are not shown to anybody, nor what is kept about others.',
})

export const aboutOrganizer = (id: number) => ({
  title: `How organizer ${id} was to be reached`,
  intro:
    'This is everything that the log of the calendar holds of the e-mail address and phone of this organizer; below each heading it says what stays of it, and why.',
})

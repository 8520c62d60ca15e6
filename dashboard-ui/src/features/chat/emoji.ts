export type Emoji = { emoji: string; name: string };
export type EmojiGroup = { name: string; emoji: Emoji[] };

/** The commonly used emoji, each with the words it is found by; the first word is its name. */
const sets: Record<string, string> = {
  Smileys: `
    😀 grinning happy|😄 smile happy|😁 beaming grin|😆 laughing haha|😅 sweat_smile phew|🤣 rofl laughing|😂 joy tears laughing
    🙂 slight_smile|🙃 upside_down silly|😉 wink|😊 blush happy|😇 innocent angel|🥰 smiling_hearts love|😍 heart_eyes love
    🤩 star_struck wow|😘 kissing love|😋 yum tasty|😛 tongue|😜 winking_tongue crazy|🤪 zany crazy|🤑 money_face rich
    🤗 hug|🤭 giggle oops|🤫 shush quiet|🤔 thinking hmm|🫡 salute yes|🤐 zipper_mouth secret|🤨 raised_eyebrow really
    😐 neutral|😑 expressionless|😶 no_mouth|😏 smirk|😒 unamused|🙄 eye_roll|😬 grimace awkward|😌 relieved
    😔 pensive sad|😪 sleepy|😴 sleeping tired|😷 mask sick|🤒 thermometer sick|🤯 mind_blown wow|🥳 party celebrate
    😎 cool sunglasses|🤓 nerd|🧐 monocle inspect|😕 confused|🫤 meh|😟 worried|🙁 frown sad|😮 surprised wow|😲 astonished
    😳 flushed|🥺 pleading please|🥹 holding_tears touched|😨 fearful|😰 anxious|😢 cry sad|😭 sob sad|😱 scream|😖 confounded
    😣 persevere|😞 disappointed|😓 sweat|😩 weary|😫 tired|🥱 yawn bored|😤 huff|😡 angry mad|🤬 swearing|💀 skull dead
    🤡 clown|👻 ghost|👽 alien|🤖 robot bot|💩 poop`,
  People: `
    👍 thumbs_up yes ok|👎 thumbs_down no|👌 ok_hand|✌️ victory peace|🤞 fingers_crossed luck|🤟 love_you|🤘 rock
    🤙 call_me|👈 point_left|👉 point_right|👆 point_up|👇 point_down|☝️ index_up|👋 wave hello bye|🤚 raised_back|✋ hand stop high_five
    🖖 vulcan|👏 clap bravo|🙌 raised_hands hooray|🫶 heart_hands love|👐 open_hands|🤝 handshake deal|🙏 pray thanks please
    💪 muscle strong|👀 eyes look|🧠 brain|🗣️ speaking|🤷 shrug dunno|🤦 facepalm|🙋 raising_hand|🙅 no_good|🙆 ok_person
    🏃 running|💃 dancing|🕺 dancing_man|👑 crown king|🫠 melting`,
  Hearts: `
    ❤️ heart love red|🧡 orange_heart|💛 yellow_heart|💚 green_heart|💙 blue_heart|💜 purple_heart|🖤 black_heart
    🤍 white_heart|🩷 pink_heart|💔 broken_heart|❣️ heart_exclamation|💕 two_hearts|💖 sparkling_heart|💯 hundred perfect|💢 anger
    💥 boom|💫 dizzy|💦 splash|💨 dash fast|💬 speech|💤 zzz`,
  Nature: `
    🐶 dog|🐱 cat|🦊 fox|🐻 bear|🐼 panda|🐸 frog|🐵 monkey|🐔 chicken|🐧 penguin|🦄 unicorn|🐝 bee|🐛 bug|🦋 butterfly
    🐢 turtle|🐍 snake|🐙 octopus|🦀 crab|🐳 whale|🌹 rose|🌻 sunflower|🌱 seedling grow|🍀 clover luck|🌙 moon|⭐ star|🌟 glowing_star
    ☀️ sun|🌈 rainbow|☁️ cloud|⚡ lightning fast zap|❄️ snow|🔥 fire hot lit|💧 drop|🌊 wave_water`,
  Food: `
    ☕ coffee|🍵 tea|🍺 beer|🍻 cheers|🥂 toast celebrate|🍕 pizza|🍔 burger|🍟 fries|🌮 taco|🍣 sushi|🍜 ramen|🍎 apple|🍓 strawberry
    🍋 lemon|🍉 watermelon|🥑 avocado|🍪 cookie|🎂 cake birthday|🍩 donut|🍫 chocolate|🍿 popcorn`,
  Things: `
    🚀 rocket boost launch|💎 gem diamond|🎁 gift|🎉 tada party celebrate|🎊 confetti|🎈 balloon|🏆 trophy win|🥇 gold_medal first|🎯 target
    🎮 game|🎲 dice|🎵 music|🎧 headphones|📷 camera|💻 laptop|🖥️ desktop|📱 phone|⌨️ keyboard|🔋 battery|💡 idea bulb|🔑 key|🔒 lock
    🔓 unlock|🛡️ shield|🔧 wrench fix|🔨 hammer|⚙️ gear settings|🧪 test|📦 package order|🛒 cart|💰 money_bag|💸 money_wings|💵 dollar
    💳 card|📈 chart_up|📉 chart_down|📊 bar_chart|📌 pin|📎 paperclip|✏️ pencil|📝 memo|📅 calendar|⏰ alarm|⏳ hourglass wait|🔔 bell
    🔕 mute|📣 megaphone|🔗 link|🗑️ trash`,
  Signs: `
    ✅ check done yes|☑️ ballot_check|✔️ tick|❌ cross no|❗ exclamation|❓ question|⚠️ warning|🚫 prohibited|⛔ no_entry|♻️ recycle
    🔴 red_circle|🟠 orange_circle|🟡 yellow_circle|🟢 green_circle|🔵 blue_circle|🟣 purple_circle|⬆️ up|⬇️ down|➡️ right|⬅️ left
    🔄 refresh|➕ plus|➖ minus|🆕 new|🆗 ok_sign|🆒 cool_sign|🏁 finish|🏳️ white_flag|🏴‍☠️ pirate`,
};

export const emojiGroups: EmojiGroup[] = Object.entries(sets).map(([name, set]) => ({
  name,
  emoji: set.split(/[|\n]/).flatMap((entry) => {
    const [emoji, ...words] = entry.trim().split(' ');
    return emoji ? [{ emoji, name: words.join(' ') }] : [];
  }),
}));

const all = emojiGroups.flatMap(({ emoji }) => emoji);

/** Finds emoji by the beginning of any of their words; matches of the name come first. */
export function findEmoji(query: string, most = Infinity): Emoji[] {
  const wanted = query.trim().toLowerCase().replaceAll(' ', '_');
  if (wanted === '') return all.slice(0, most);
  const rank = ({ name }: Emoji) =>
    name.startsWith(wanted) ? 0 : name.split(/[ _]/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  return all
    .filter((one) => rank(one) < 2)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most);
}

/** `thumbs_up yes ok` is called `thumbs up`. */
export const emojiName = ({ name }: Emoji) => name.split(' ')[0]!.replaceAll('_', ' ');

// A discord.js bot against the sandbox: a command with a picture and a button, an edit on the click, a resume.
// It says what happens to it, a line each; PICTURE is the path of what it shows.

const { readFileSync } = require("node:fs");
const {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits, MessageFlags,
  SlashCommandBuilder,
} = require("discord.js");

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: process.env.API } });
let clicks = 0;

function shown(text) {
  const button = new ButtonBuilder().setCustomId("n").setLabel("N").setStyle(ButtonStyle.Primary);
  const file = new AttachmentBuilder(readFileSync(process.env.PICTURE), { name: `hand_${clicks}.png`, description: "a hand" });
  return { content: text, files: [file], attachments: [], components: [new ActionRowBuilder().addComponents(button)] };
}

client.once(Events.ClientReady, async (ready) => {
  const hello = new SlashCommandBuilder().setName("hello").setDescription("says hello");
  const [command] = (await ready.application.commands.set([hello])).values();
  await ready.application.fetch();
  await ready.application.commands.edit(command.id, { description: "says more" });
  const kinds = ready.guilds.cache.first().channels.cache.map((one) => one.type).sort((a, b) => a - b);
  console.log(`ready ${ready.user.username} ${kinds.join(",")}`);
});
client.on(Events.ShardResume, () => console.log("resumed"));
client.on(Events.Error, (error) => console.log(`error ${error}`));
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    await interaction.reply({ ...shown("hand"), flags: MessageFlags.Ephemeral });
    const board = await interaction.channel.send("board");
    await board.react("👍");
    await interaction.followUp("told");
  } else {
    clicks += 1;
    await interaction.update(shown(`played ${interaction.customId} on ${interaction.message.attachments.first().name}`));
  }
});
process.on("SIGTERM", async () => { await client.destroy(); process.exit(0); });
client.login("any.token.here");

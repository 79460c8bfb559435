// Package terraform: the framework keeps the id that it is handed.
package terraform

import (
	"context"

	"example.net/cloud"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func wait(ctx context.Context, api *cloud.Client, id string) error {
	_, err := api.Servers.Get(ctx, id)
	return err
}

func createLate(ctx context.Context, d *schema.ResourceData, api *cloud.Client) error {
	srv, err := api.Servers.Create(ctx, &cloud.ServerRequest{Name: d.Get("name").(string)}) // want `wait, which can fail or wait, lies between the create Servers.Create and the mark ResourceData.SetId`
	if err != nil {
		return err
	}
	if err := wait(ctx, api, srv.ID); err != nil {
		return err
	}
	d.SetId(srv.ID)
	return nil
}

func createEarly(ctx context.Context, d *schema.ResourceData, api *cloud.Client) error {
	srv, err := api.Servers.Create(ctx, &cloud.ServerRequest{Name: d.Get("name").(string)})
	if err != nil {
		return err
	}
	d.SetId(srv.ID)
	return wait(ctx, api, srv.ID)
}

// SetId("") says that the thing is gone.
func read(ctx context.Context, d *schema.ResourceData, api *cloud.Client) error {
	if _, err := api.Servers.CreateSnapshot(ctx, d.Id()); err != nil {
		return err
	}
	if _, err := api.Servers.Get(ctx, d.Id()); err != nil {
		d.SetId("")
		return nil
	}
	return nil
}
